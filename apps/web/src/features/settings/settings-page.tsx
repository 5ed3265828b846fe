import './settings.css'
import { useStudio } from '../../app/public/studio.ts'
import { EnvironmentFacts } from './environment-facts.tsx'
import { ModelForm } from './model-form.tsx'

/** Which model answers, and what was found on this machine. */
export function SettingsPage() {
  const status = useStudio((state) => state.status)
  return (
    <div className="settings" data-region>
      <div className="settings-page">
        <h1>Settings</h1>
        {status === undefined ? null : <ModelForm model={status.model} />}
        {status === undefined ? null : <EnvironmentFacts status={status} />}
      </div>
    </div>
  )
}
