import './settings.css'
import { useStudio } from '../../app/public/studio.ts'
import { EnvironmentFacts } from './environment-facts.tsx'
import { HealthPart } from './health-part.tsx'
import { ModelForm } from './model-form.tsx'
import { PythonPart } from './python-part.tsx'
import { ToolsPart } from './tools-part.tsx'

/** Which model answers, and what was found on this machine. */
export function SettingsPage() {
  const status = useStudio((state) => state.status)
  // Of a running server elsewhere nobody here chooses the interpreter.
  const project = useStudio((state) => (state.project?.server === undefined ? state.project?.id : undefined))
  return (
    <div className="settings" data-region>
      <div className="settings-page">
        <h1>Settings</h1>
        {status === undefined ? null : <ModelForm model={status.model} />}
        {status === undefined ? null : <ToolsPart status={status} />}
        {project === undefined ? null : <PythonPart project={project} />}
        {project === undefined ? null : <HealthPart project={project} />}
        {status === undefined ? null : <EnvironmentFacts status={status} />}
      </div>
    </div>
  )
}
