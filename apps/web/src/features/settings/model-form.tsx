import type { ModelSettings, ModelStatus } from '@slyglass/protocol'
import { type FormEvent, useState } from 'react'
import { client } from '../../app/public/client.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { refreshStatus } from '../../app/public/project.ts'
import { CodeInput } from '../../ui/code-input.tsx'
import { Button, Field, Pill, RunningArc, ToneGlyph } from '../../ui/index.ts'
import { ModelChoiceFields, type ModelChoices } from './model-choices.tsx'

type Result = { readonly tone: 'ok' | 'fail' | 'run'; readonly text: string } | undefined

/** Any OpenAI-compatible endpoint. A typed key goes to the server's memory and is never shown or stored. */
export function ModelForm({ model }: { readonly model: ModelStatus }) {
  const [baseUrl, setBaseUrl] = useState(model.baseUrl ?? '')
  const [modelName, setModelName] = useState(model.modelName ?? '')
  const [apiKey, setApiKey] = useState('')
  const [choices, setChoices] = useState<ModelChoices>(choicesOf(model))
  const [result, setResult] = useState<Result>()
  const settings = (): ModelSettings => ({
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    modelName: modelName.trim() === '' ? null : modelName.trim(),
    ...choices,
    ...(apiKey === '' ? {} : { apiKey }),
  })
  // What is tested is what runs use: a test that tried other settings than the next run would say nothing about it.
  const test = async () => {
    setResult({ tone: 'run', text: 'Asking the endpoint…' })
    const body = settings()
    const saved = await client.saveModel(body)
    if (!saved.ok) return setResult({ tone: 'fail', text: sentenceOf(saved.error) })
    await refreshStatus()
    const reply = await client.testModel(body)
    if (!reply.ok) setResult({ tone: 'fail', text: sentenceOf(reply.error) })
    else setResult({ tone: reply.value.ok ? 'ok' : 'fail', text: reply.value.message })
  }
  const save = async (body: ModelSettings) => {
    const reply = await client.saveModel(body)
    if (!reply.ok) return setResult({ tone: 'fail', text: sentenceOf(reply.error) })
    setApiKey('')
    setResult({ tone: 'ok', text: `Runs now use ${reply.value.label}.` })
    await refreshStatus()
  }
  const goOffline = async () => {
    // A key found elsewhere would choose its own endpoint, so then the offline model has to be named.
    const named = model.key === 'environment' || model.key === 'project .env' ? 'offline:' : ''
    setBaseUrl(named)
    setModelName('')
    await save({ baseUrl: named === '' ? null : named, modelName: null, apiKey: null })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(settings())
  }
  return (
    <section aria-label="Model" className="settings-part">
      <header className="settings-head">
        <h2>Model</h2>
        <Pill tone={model.offline ? 'plain' : 'ok'}>{model.label}</Pill>
      </header>
      <p className="text-2">
        With no address and no key the built-in offline model answers. It is not a language model: it follows scripts,
        so every screen works without a key and without cost. A test uses the settings from now on, too.
      </p>
      <form className="settings-form" onSubmit={submit}>
        <Field
          label="Base URL"
          help="Of any endpoint that speaks OpenAI's chat completions or responses, such as http://127.0.0.1:8000/v1."
        >
          {(control) => <CodeInput {...control} inputMode="url" value={baseUrl} onText={setBaseUrl} />}
        </Field>
        <Field label="API key" help={keyHelp(model)}>
          {(control) => <CodeInput {...control} className="settings-key" value={apiKey} onText={setApiKey} />}
        </Field>
        <Field label="Model name" help="Empty means: the name that each network's llm_config gives.">
          {(control) => <CodeInput {...control} value={modelName} onText={setModelName} />}
        </Field>
        <ModelChoiceFields choices={choices} choose={setChoices} />
        <div className="settings-actions">
          <Button look="ink" type="submit">
            Use from now on
          </Button>
          <Button onClick={test}>Test connection</Button>
          {model.offline ? null : <Button onClick={goOffline}>Use the offline model</Button>}
          {model.key === 'settings' ? (
            <Button look="quiet" onClick={() => save({ ...settings(), apiKey: null })}>
              Forget the key
            </Button>
          ) : null}
        </div>
        <p role="status" aria-label="Connection" className="settings-result" data-tone={result?.tone ?? 'plain'}>
          {result === undefined ? null : result.tone === 'run' ? <RunningArc /> : <ToneGlyph tone={result.tone} />}
          {result?.text}
        </p>
      </form>
    </section>
  )
}

function choicesOf({ api, reasoningTags, strictRoles }: ModelStatus): ModelChoices {
  return { api, reasoningTags, strictRoles }
}

function keyHelp(model: ModelStatus): string {
  const held = 'Held in the server’s memory until it stops; never written to the project, a log or this browser.'
  switch (model.key) {
    case 'none':
      return held
    case 'settings':
      return `A key is set. Leave this empty to keep it. ${held}`
    case 'environment':
      return 'A key was found in the environment of the server. One typed here is used instead.'
    case 'project .env':
      return 'A key was found in the .env file of the project. One typed here is used instead.'
  }
}
