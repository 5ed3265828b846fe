// Stage three of a call: post hooks may change what the model reads, and the end is written, in call order.
import type { Json, JsonObject } from '@slyglass/base'
import type { Draft } from '@slyglass/run-log'
import { type CallFailureCode, capResult, FAILURE_TRAITS, mergeTodos, modelText, spillText } from '@slyglass/tools'
import { closeBelow } from '../close-spans.ts'
import { alike, bothForms, type Forms } from '../forms.ts'
import type { RunContext } from '../run-context.ts'
import { printChanges } from './changes.ts'
import { resultNotes } from './check-result.ts'
import { findTool } from './discipline.ts'
import { passHooks } from './pass-hooks.ts'
import { changesOf, type RuledEnd } from './read-result.ts'
import type { ReceivedCall } from './received-call.ts'
import type { LongResults, LongRule } from './ruled-agent.ts'
import type { Changes } from './shared-values.ts'

export interface Ending {
  readonly received: ReceivedCall
  readonly end: RuledEnd
  /** Why it did not run, or failed. */
  readonly code?: CallFailureCode
  readonly args?: Forms<JsonObject>
  /** What the tool was told of what tools share; absent when it did not run. */
  readonly before?: Forms<JsonObject>
  readonly long: LongResults
  /** Code reads results whole. */
  readonly whole?: boolean
}

/** Commits the end of a call; gives the text that the model reads. */
export async function commitCall(context: RunContext, ending: Ending): Promise<Forms<string>> {
  const { received } = ending
  const hooked = await hookResult(context, ending)
  const text = ending.whole === true ? hooked : shorten(context, ending, hooked)
  const changes = carriedOver(ending)
  const place = { span: received.span, parent: received.parent }
  const { outcome, value, failure, attempts } = ending.end
  const changed: readonly Draft[] =
    changes.truth.length === 0 ? [] : [{ type: 'context.changed', ...place, changes: printChanges(changes.truth) }]
  const events = await context.journal.commit([
    ...closeBelow(context.journal, received.span),
    ...changed,
    ...resultNotes(received, ending.end),
    {
      type: 'tool.finished',
      ...place,
      outcome,
      text: text.truth,
      attempts,
      ...(value !== undefined && { result: value }),
      ...(failure !== undefined && { failure }),
    },
  ])
  received.values.commit(changes)
  const event = events.at(-1)
  const logged = event?.type === 'tool.finished' ? event.text : text.logged
  return logged === text.truth ? alike(logged) : { truth: text.truth, logged }
}

/** Calls of one answer are told the same list of things to do; what each changes is kept. Of any other key the last one counts. */
function carriedOver({ received, end, before }: Ending): Changes {
  const changes = changesOf(end)
  const { builtIn } = findTool(received.discipline, received.call.truth.tool)?.tool ?? {}
  if (before === undefined || builtIn === undefined || changes.truth.length === 0) return changes
  const { now } = received.values
  return {
    truth: mergeTodos(changes.truth, before.truth, now.truth),
    logged: mergeTodos(changes.logged, before.logged, now.logged),
  }
}

async function hookResult(context: RunContext, ending: Ending): Promise<Forms<string>> {
  const { received, end, code } = ending
  const { discipline, call, span, signal } = received
  const sees = code === undefined || FAILURE_TRAITS[code].postHooks
  const hooks = discipline.studio.hooks.filter((hook) => sees || (hook.observeDenied && end.outcome === 'denied'))
  if (hooks.length === 0 || end.outcome === 'cancelled') return end.text
  const names = findTool(discipline, call.truth.tool)?.ruled.names ?? [call.truth.tool]
  const payload = (form: 'truth' | 'logged'): JsonObject =>
    new Map<string, Json>([
      ['toolName', names[0] ?? call.truth.tool],
      ['toolId', call.truth.id],
      ['arguments', ending.args?.[form] ?? new Map()],
      ['result', end.text[form]],
      ['deps', received.values.now[form]],
    ])
  const place = { span, event: 'post_tool_use', hooks, names, signal } as const
  const hooked = await passHooks(context, place, { truth: payload('truth'), logged: payload('logged') })
  const replaced = (form: 'truth' | 'logged') => modelText(hooked.payload[form].get('result') ?? '')
  const [truth, logged] = [replaced('truth'), replaced('logged')]
  return truth === end.text.truth && logged === end.text.logged ? end.text : { truth, logged }
}

/** A long result is kept whole; the model gets its first page, or how to read what was put aside. */
function shorten({ digests }: RunContext, ending: Ending, text: Forms<string>): Forms<string> {
  const { received, end, long } = ending
  const rule = received.agent.ruled?.longRule ?? PAGES
  if (rule.kind === 'pages') return capText(ending, text)
  if (rule.kind === 'whole') return text
  const isPaged = findTool(received.discipline, received.call.truth.tool)?.tool.isPaged === true
  if (end.outcome !== 'ok' || isPaged || text.truth.length < rule.from) return text
  const handle = `spill_${digests.sha256(received.span).slice(0, HANDLE_DIGITS)}`
  long.keep(handle, text)
  return bothForms(text, (one) => spillText(one, handle))
}

const PAGES: LongRule = { kind: 'pages' }
const HANDLE_DIGITS = 38

function capText({ received, end, long }: Ending, text: Forms<string>): Forms<string> {
  const { call, discipline } = received
  const rules = findTool(discipline, call.truth.tool)
  const most = rules?.settings.maxOutputChars
  if (most === undefined || end.outcome !== 'ok' || rules?.tool.isPaged === true) return text
  if (text.truth.length <= most && text.logged.length <= most) return text
  long.keep(call.truth.id, text)
  const cap = (one: string) => capResult(one, most, call.truth.id)
  return text.truth === text.logged ? alike(cap(text.truth)) : { truth: cap(text.truth), logged: cap(text.logged) }
}
