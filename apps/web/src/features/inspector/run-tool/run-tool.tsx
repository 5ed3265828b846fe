import { isJsonObject, type JsonObject, parseJson, printJson, type RunId, type SessionId } from '@slyglass/base'
import { type Entry, type Network, studioOf } from '@slyglass/network'
import { useState } from 'react'
import { readArgumentText } from '../../../app/public/arguments.ts'
import { formatDuration, useSlyDraft, useSlyKeys, valuesOf } from '../../../app/public/run-widgets.ts'
import { stopRun } from '../../../app/public/runs.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { callTool, type RecordedCall, useCalledTool } from '../../../app/public/tool-runs.ts'
import { toolSourceOf } from '../../../app/public/tool-sources.ts'
import { CodeArea } from '../../../ui/code-area.tsx'
import { Button, Callout, Field, Segments } from '../../../ui/index.ts'
import { declaredParameters, useTold } from '../declared-function.ts'
import { ArgumentForm } from './argument-form.tsx'
import { FillFromRun } from './fill-from-run.tsx'
import { type FormTexts, fieldsOf, readForm, textsOf } from './form-values.ts'
import { MockSwitch } from './mock-switch.tsx'
import { SaveTest } from './save-test.tsx'
import { type SlyChoices, SlyForm } from './sly-form.tsx'
import { slyOf } from './sly-values.ts'
import { ToolOutcome } from './tool-outcome.tsx'
import './run-tool.css'

interface RunToolProps {
  readonly network: Network
  readonly entry: Entry
  /** A tool from outside: `entry` is the agent that lists it. */
  readonly outside?: { readonly name: string; readonly schema?: JsonObject | undefined }
}

/** One tool by itself, with a form from its schema: no model is asked. */
export function RunTool({ network, entry, outside }: RunToolProps) {
  const name = outside?.name ?? entry.name
  const told = useTold(entry)
  const schema = outside === undefined ? declaredParameters(entry, told) : outside.schema
  const fields = fieldsOf(schema)
  const [texts, setTexts] = useState<FormTexts>({})
  const [written, setJson] = useState<string>()
  // What a tool takes may come to be known while this is shown; what a person wrote until then stays.
  const json = written ?? (fields === undefined ? '{}' : undefined)
  const [tried, setTried] = useState(false)
  const sly = useSlyInput(network, entry)
  const { run, called, start, refusal, sending } = useToolRun(name, outside && entry.name)
  const [sent, setSent] = useState<JsonObject>()
  const read = json === undefined && fields !== undefined ? readForm(fields, texts, schema) : undefined
  const typed = json === undefined ? undefined : readArgumentText(schema, json)
  const running = called?.running === true
  const go = (times: number) => {
    setTried(true)
    const args = read ?? typed
    if (!args?.ok || !sly.values.ok) return
    setSent(args.value)
    void start(args.value, times, sly.values.value, sly.session)
  }
  const fill = (recorded: RecordedCall) => {
    const args = parseJson(recorded.span.args ?? '')
    if (!args.ok || !isJsonObject(args.value)) return
    if (json !== undefined || fields === undefined) setJson(printJson(args.value, 'indented'))
    else setTexts(textsOf(fields, args.value))
    sly.fill(recorded)
  }
  const last = called?.calls.at(-1)
  return (
    <form
      className="tool-run"
      aria-label={`Run ${name}`}
      onSubmit={(event) => {
        event.preventDefault()
        go(1)
      }}
    >
      <div className="section">
        <div className="tool-run-head">
          <FillFromRun tool={name} onFill={fill} />
          {fields === undefined ? null : (
            <Segments
              label="Arguments"
              value={json === undefined ? 'form' : 'json'}
              options={[
                { value: 'form', text: 'Form' },
                { value: 'json', text: 'JSON' },
              ]}
              onChange={(chosen) => {
                if (chosen === 'json') setJson(read?.ok ? printJson(read.value, 'indented') : '{}')
                else if (typed?.ok) {
                  setTexts(textsOf(fields, typed.value))
                  setJson(undefined)
                }
              }}
            />
          )}
        </div>
        {json === undefined && fields !== undefined ? (
          <ArgumentForm
            fields={fields}
            texts={texts}
            faults={tried && read?.ok === false ? read.error : NO_FAULTS}
            onChange={(name, text) => setTexts({ ...texts, [name]: text })}
          />
        ) : (
          <JsonArguments text={json ?? ''} fault={typed?.ok === false ? typed.error : undefined} onChange={setJson} />
        )}
      </div>
      <div className="section">{sly.form}</div>
      <div className="section">
        <RunButtons running={running} sending={sending} onTimes={go} onCancel={() => run && void stopRun(run)} />
        <p className="text-3">{limitWords(network, entry)}</p>
        {refusal === undefined ? null : (
          <Callout tone="fail" title={refusal.message}>
            {refusal.hint}
          </Callout>
        )}
        <MockSwitch network={network} entry={entry} tool={name} result={lastResult(called?.calls)}>
          {last === undefined || sent === undefined || sly.source?.file === undefined || running ? null : (
            <SaveTest
              key={last.span}
              tool={name}
              source={{ file: sly.source.file, className: sly.source.className }}
              call={last}
              args={sent}
              keys={sly.keys}
            />
          )}
        </MockSwitch>
      </div>
      {run === undefined || called === undefined ? null : <ToolOutcome run={run} called={called} />}
    </form>
  )
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map()

function JsonArguments(props: {
  readonly text: string
  readonly fault: string | undefined
  onChange(text: string): void
}) {
  return (
    <Field label="Arguments as JSON" fault={props.fault}>
      {(control) => <CodeArea {...control} rows={5} value={props.text} onText={props.onChange} />}
    </Field>
  )
}

interface RunButtonsProps {
  readonly running: boolean
  readonly sending: boolean
  onTimes(times: number): void
  onCancel(): void
}

const MOST_TIMES = 1000

function RunButtons({ running, sending, onTimes, onCancel }: RunButtonsProps) {
  const [times, setTimes] = useState('10')
  const count = Math.trunc(Number(times))
  const fits = count >= 1 && count <= MOST_TIMES
  return (
    <div className="tool-run-actions">
      <Button look="ink" small type="submit" disabled={running || sending}>
        Run tool
      </Button>
      <span className="tool-run-times">
        <Button small disabled={running || sending || !fits} onClick={() => onTimes(count)}>
          Run N times
        </Button>
        <input
          className="input"
          inputMode="numeric"
          aria-label="N"
          aria-invalid={!fits}
          value={times}
          onChange={(event) => setTimes(event.target.value)}
        />
      </span>
      {running ? (
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </div>
  )
}

/** The run of this tool, and how one is started. */
function useToolRun(tool: string, agent: string | undefined) {
  const [run, setRun] = useState<RunId>()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<{ readonly message: string; readonly hint?: string }>()
  const called = useCalledTool(run)
  const start = async (args: JsonObject, times: number, sly: string | undefined, session: SlyInput['session']) => {
    setSending(true)
    setRefusal(undefined)
    const from = session === undefined ? {} : { slyFrom: session }
    const by = agent === undefined ? from : { ...from, agent }
    const reply = await callTool({ tool, args: printJson(args), times, ...(sly === undefined ? {} : { sly }), ...by })
    setSending(false)
    if (reply.ok) setRun(reply.value)
    else setRefusal(reply.error)
  }
  return { run, called, start, refusal, sending }
}

type SlyInput = ReturnType<typeof useSlyInput>

function useSlyInput(network: Network, entry: Entry) {
  const [choices, setChoices] = useState<SlyChoices>({})
  const [more, setMore] = useState('')
  const [filled, setFilled] = useState<{ readonly session: SessionId; readonly keys: readonly string[] }>()
  const present = useStudio((state) => state.session)
  const preflight = useStudio((state) => state.preflight)
  const draft = useSlyDraft()
  const ofPresent = useSlyKeys()
  const session = filled?.session ?? present
  // What another session still holds is not asked for; the recorded call had these.
  const held = filled === undefined || filled.session === present ? ofPresent : filled.keys
  const source = toolSourceOf(entry, preflight?.network === network.name ? preflight.tools : [])
  const keys = [...new Set([...(source?.slyKeys ?? []), ...(filled?.keys ?? [])])]
  const values = slyOf({ keys, choices, more, draft: valuesOf(session === undefined ? draft : undefined) })
  const form = (
    <SlyForm
      keys={keys}
      held={held}
      choices={choices}
      more={more}
      moreFault={values.ok ? undefined : values.error}
      onChoose={(key, choice) => setChoices({ ...choices, [key]: choice })}
      onMore={setMore}
    />
  )
  const fill = ({ session: from, keys: used }: RecordedCall) => {
    setFilled({ session: from, keys: used })
    setChoices(Object.fromEntries(used.map((key) => [key, { from: 'session', text: '' }])))
  }
  return { values, form, session, keys, source, fill }
}

function limitWords(network: Network, entry: Entry): string {
  const studio = studioOf(network, entry)
  const unsaved = 'It runs as it is saved on disk; the session’s private values are not changed.'
  if (studio?.disciplined !== true) return unsaved
  const { timeoutMs, retries } = studio.tool
  const limit = timeoutMs === null ? 'no limit of time' : `limit ${formatDuration(timeoutMs)}`
  return `${limit} · ${retries === 1 ? '1 retry' : `${retries} retries`}. ${unsaved}`
}

function lastResult(calls: readonly { readonly outcome?: string; readonly value?: string }[] | undefined) {
  return calls?.findLast(({ outcome }) => outcome === 'ok')?.value
}
