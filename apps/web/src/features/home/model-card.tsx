import { Monitor, RefreshCw, Sparkles } from 'lucide-react'
import { refreshStatus } from '../../app/public/project.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, Pill } from '../../ui/index.ts'

/** Which model answers, and which variables were looked for. Never any part of a key. */
export function ModelCard() {
  const model = useStudio((state) => state.status?.model)
  if (model === undefined) return null
  return (
    <section className="card model-card" aria-label="Model in use">
      <header>
        <h2>Model</h2>
        <Pill tone={model.offline ? 'plain' : 'ok'}>
          {model.offline ? <Monitor className="icon icon-xs" /> : <Sparkles className="icon icon-xs" />}
          {model.offline ? 'offline model' : (model.modelName ?? 'as the network says')}
        </Pill>
      </header>
      <p>
        {model.offline
          ? 'No key was found, so runs use the built-in offline model. It is not a language model: it follows fixed scripts, so its answers are canned.'
          : `Runs ask ${model.baseUrl ?? 'the default endpoint'}. The key comes from ${KEY_WORDS[model.key]}.`}
      </p>
      <dl>
        {model.variables.map((variable) => (
          <div key={variable.name}>
            <dt className="mono">{variable.name}</dt>
            <dd className="text-3">{variable.set ? 'set' : 'not set'}</dd>
          </div>
        ))}
      </dl>
      <div className="home-actions">
        <Button onClick={() => useStudio.getState().set({ page: 'settings' })}>Connect a model</Button>
        <Button look="quiet" onClick={() => refreshStatus()}>
          <RefreshCw className="icon icon-s" />
          Check again
        </Button>
      </div>
    </section>
  )
}

const KEY_WORDS = {
  none: 'nowhere: none is set',
  environment: 'the environment of the server',
  'project .env': 'the .env file of the project',
  settings: 'Settings, and is held in server memory only',
} as const
