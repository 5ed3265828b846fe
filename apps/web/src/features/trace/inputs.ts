import { parseJson } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'
import { findEvents, type RunView } from '../../app/public/runs.ts'
import { isArgumentFailure } from './argument-faults.ts'
import type { TraceRow } from './trace-rows.ts'

/** What a row was given, under the name that fits it. */
export interface RowInput {
  readonly title: string
  readonly tag?: string
  readonly text: string
  readonly json: boolean
}

/** `far`: the run was answered by a running server, which may keep things to itself. */
export function inputOf(view: RunView, row: TraceRow, far = false): RowInput | undefined {
  const [span] = row.spans
  if (span === undefined) return undefined
  if (row.kind === 'front man' || row.kind === 'run')
    return { title: 'Message', text: view.started?.message ?? '', json: false }
  if (row.kind === 'command') return { title: 'Typed by a person', text: typedIn(view, row), json: false }
  if (row.kind === 'tool' || row.kind === 'validation') {
    const args = span.args ?? ''
    if (args === '' && far) return { title: 'Arguments', text: 'Not told by the server.', json: false }
    return { title: 'Arguments', tag: tagOf(args, span.failure), text: args === '' ? '{}' : args, json: true }
  }
  if (row.kind === 'approval') return { title: 'Arguments that the person saw', text: span.args ?? '{}', json: true }
  const started = findEvents(view.run, span.events).find((event) => event.type === 'agent.started')
  return started === undefined ? undefined : { title: 'Told', text: started.input, json: false }
}

/** The command with its prefix, as it was typed. */
function typedIn(view: RunView, { spans: [span] }: TraceRow): string {
  const started = findEvents(view.run, span?.events ?? []).find((event) => event.type === 'command.started')
  return `${started?.prefix ?? ''}${started?.text ?? span?.name ?? ''}`
}

function tagOf(args: string, failure: Failure | undefined): string {
  if (args !== '' && !parseJson(args).ok) return 'not JSON'
  return isArgumentFailure(failure) ? 'do not fit' : 'valid JSON'
}
