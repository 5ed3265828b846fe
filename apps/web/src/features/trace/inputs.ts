import { parseJson } from '@slyglass/base'
import { findEvents, type RunView } from '../../app/public/runs.ts'
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
  if (row.kind === 'tool') {
    const args = span.args ?? ''
    if (args === '' && far) return { title: 'Arguments', text: 'Not told by the server.', json: false }
    const valid = args === '' || parseJson(args).ok
    return { title: 'Arguments', tag: valid ? 'valid JSON' : 'not JSON', text: args === '' ? '{}' : args, json: true }
  }
  const started = findEvents(view.run, span.events).find((event) => event.type === 'agent.started')
  return started === undefined ? undefined : { title: 'Told', text: started.input, json: false }
}
