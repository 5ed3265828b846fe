// A tool call that asks another network of this server: a run of its own with a vault of its own. Private values cross the
// edge in both directions by the caller's rules, and the log says what passed.
import { type JsonText, printJson, type RunId, runId, sessionId } from '@slyglass/base'
import { forwardsMessages } from '@slyglass/network'
import { attemptSpan, callOfAttempt, type Draft, isOf, type RunEvent, type ToolAnswer } from '@slyglass/run-log'
import { crossBoundary } from '@slyglass/sly'
import { pythonJson } from '@slyglass/tools'
import { askForEvent, takesEvents } from './ask-event.ts'
import { askRemote } from './ask-remote.ts'
import { type Attempted, begun, finished, passDoor, type Question } from './door.ts'
import { alike } from './forms.ts'
import { inDoubt, onDoubt } from './on-doubt.ts'
import { localName } from './outside-tools.ts'
import type { RunRequest } from './ports.ts'
import { bindCall } from './run-coded-tool.ts'
import type { RunContext } from './run-context.ts'
import type { ToolCall, ToolEnd } from './run-tool-batch.ts'

export async function askNetwork(context: RunContext, call: ToolCall): Promise<ToolEnd> {
  const bound = bindCall({ ...call, tool: { ...call.tool, entry: withoutArgs(call) } })
  if (!bound.ok) return bound.end
  const reference = call.tool.peer?.reference ?? ''
  const digest = context.digests.sha256(JSON.stringify([reference, call.call.logged.args]))
  const words = `\`\`\`json\n${pythonJson(bound.args, 'escaped')}\`\`\``
  for (let number = 1; ; number += 1) {
    call.agent.signal.throwIfAborted()
    const question: Question = { of: 'tool', span: attemptSpan(call.span, number), parent: call.span, number, digest }
    const asking = { call, reference, words, args: printJson(bound.args) }
    const tried = await passDoor<ToolAnswer>(context, question, () => attemptNetwork(context, question, asking))
    // A run of this server has a log of its own: a call in doubt goes on with it, so nothing is done twice.
    if (tried.kind === 'lost') {
      if (localName(reference) !== undefined || (await onDoubt(context, call, number)) === 'rerun') continue
      return inDoubt(context, call, number)
    }
    if (tried.kind === 'failed')
      return {
        outcome: 'failed',
        text: alike(`Error: ${tried.failure.truth.message}`),
        failure: tried.failure.truth,
        attempts: number,
      }
    const { truth, logged } = tried.answer
    const text = truth === logged ? alike(truth.text) : { truth: truth.text, logged: logged.text }
    const failure = tried.failure === undefined ? {} : { failure: tried.failure.truth }
    return { outcome: tried.outcome, text, attempts: number, value: JSON.stringify(truth.text), ...failure }
  }
}

/** Fixed `args` belong to entries; the caller's own are not meant for the other network. */
function withoutArgs({ tool }: ToolCall): ToolCall['tool']['entry'] {
  const { args: _args, ...entry } = tool.entry
  return entry
}

interface Asking {
  readonly call: ToolCall
  readonly reference: string
  readonly words: string
  readonly args: JsonText
}

async function attemptNetwork(context: RunContext, question: Question, asking: Asking): Promise<Attempted<ToolAnswer>> {
  const { call, reference } = asking
  const { journal, digests, request, peers } = context
  if (localName(reference) === undefined) return attemptElsewhere(context, question, asking)
  const digest = digests.sha256(`${request.run} ${callOfAttempt(question.span)}`)
  const id = inLetters(digest)
  const [run, session] = [runId(`run_${id}`), sessionId(`ses_${id}`)]
  const down = crossBoundary(context.vault.values(), call.agent.entry.allow, DOWN)
  await journal.commit([
    begun(question, { args: asking.args, peerRun: run }),
    crossing(question, 'to-downstream', reference, down),
  ])
  const peer = await peers.find(localName(reference) ?? '')
  if (peer === undefined) return notThere(context, question, reference)
  const asked: RunRequest = {
    ...{ ...peer, run, session, message: asking.words, history: [] },
    streaming: 'network',
    source: request.source,
    // Who answers for the run that asks answers for this one.
    ...(request.attended !== undefined && { attended: request.attended }),
  }
  const values = new Map([...metadata(context), ...down.values])
  // Whoever wants to hear of the work gets the work done, event or not.
  if (takesEvents(call) && !forwardsMessages(call.agent.entry.allow, reference))
    return askForEvent(context, question, asked, values)
  const log = await peers.run(asked, values, call.agent.signal, call.agent.countdowns ?? [])
  call.agent.signal.throwIfAborted()
  const answer = await takeAnswer(context, question, asking, { log, run, session })
  peers.release(session)
  return answer
}

async function attemptElsewhere(
  context: RunContext,
  question: Question,
  { call, reference, words, args }: Asking,
): Promise<Attempted<ToolAnswer>> {
  const { signal, entry } = call.agent
  const down = crossBoundary(context.vault.values(), entry.allow, DOWN)
  await context.journal.commit([begun(question, { args }), crossing(question, 'to-downstream', reference, down)])
  const asked = await askRemote(context, question, {
    ...{ reference, words, down, signal },
    forwarded: forwardsMessages(entry.allow, reference),
  })
  if ('kind' in asked) return asked
  const truth: ToolAnswer = { of: 'tool', text: asked.text, value: asked.value }
  const back = letIn(context, question, { call, reference, sent: asked.sly })
  const events = await context.journal.commit([...back, finished(question, { outcome: 'ok', answer: truth })])
  const event = events.find((one) => isOf(one, 'attempt.finished') && one.span === question.span)
  const logged = event?.type === 'attempt.finished' && event.answer?.of === 'tool' ? event.answer : truth
  return { kind: 'answered', outcome: 'ok', answer: { truth, logged: logged.text === truth.text ? truth : logged } }
}

const DOWN = ['sly_data', 'to_downstream.sly_data']

/** Ids are written in letters. */
function inLetters(digest: string): string {
  return [...digest.slice(0, 20)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')
}

/** The other side has request metadata of its own, which here are those of this run. */
function metadata({ vault }: RunContext): ReadonlyMap<string, JsonText> {
  const own = vault.values().get('request_metadata')
  return own === undefined ? new Map() : new Map([['request_metadata', own]])
}

async function notThere(context: RunContext, question: Question, reference: string): Promise<Attempted<ToolAnswer>> {
  const failure = { code: 'network-missing', message: `The network ${reference} is not served here any more.` }
  await context.journal.commit([finished(question, { outcome: 'failed', failure })])
  return { kind: 'failed', failure: alike(failure), live: true }
}

interface Ended {
  readonly log: readonly RunEvent[]
  readonly run: RunId
  readonly session: RunRequest['session']
}

async function takeAnswer(
  context: RunContext,
  question: Question,
  { call, reference }: Asking,
  { log, session }: Ended,
): Promise<Attempted<ToolAnswer>> {
  const end = log.find((event) => isOf(event, 'run.finished'))
  const text = end?.answer ?? ''
  const truth: ToolAnswer = { of: 'tool', text, value: JSON.stringify(text) }
  const outcome = end?.outcome === 'ok' ? ('ok' as const) : ('failed' as const)
  const failure = end?.failure === undefined || outcome === 'ok' ? {} : { failure: end.failure }
  const drafts = await comeBack(context, question, { call, reference, log, session })
  const events = await context.journal.commit([...drafts, finished(question, { outcome, answer: truth, ...failure })])
  const event = events.find((one) => isOf(one, 'attempt.finished') && one.span === question.span)
  const logged = event?.type === 'attempt.finished' && event.answer?.of === 'tool' ? event.answer : truth
  const told = end?.failure === undefined || outcome === 'ok' ? {} : { failure: alike(end.failure) }
  return { kind: 'answered', outcome, answer: { truth, logged: logged.text === text ? truth : logged }, ...told }
}

/** What the other network lets out and this one lets in is laid on the board, key by key. */
async function comeBack(
  context: RunContext,
  question: Question,
  back: {
    readonly call: ToolCall
    readonly reference: string
    readonly log: readonly RunEvent[]
    readonly session: RunRequest['session']
  },
): Promise<readonly Draft[]> {
  const values = (await context.peers.vault(back.session)).values()
  const crossed = back.log.find((event) => isOf(event, 'sly.crossed') && event.boundary === 'to-upstream')
  const passed = crossed !== undefined && isOf(crossed, 'sly.crossed') ? crossed.passed : []
  const sent = new Map(
    passed.flatMap(({ key, as }) => {
      const text = values.get(key)
      return text === undefined ? [] : [[as, text] as const]
    }),
  )
  return letIn(context, question, { ...back, sent })
}

/** What comes back is laid on the board, key by key, as far as the caller's rules let it in. */
function letIn(
  context: RunContext,
  question: Question,
  back: { readonly call: ToolCall; readonly reference: string; readonly sent: ReadonlyMap<string, JsonText> },
): readonly Draft[] {
  const inwards = crossBoundary(back.sent, back.call.agent.entry.allow, ['from_downstream.sly_data'])
  const drafts: Draft[] = [crossing(question, 'from-downstream', back.reference, inwards)]
  if (inwards.values.size === 0) return drafts
  const { span, parent } = question
  const fault = context.vault.sizeFault(inwards.values)
  if (fault !== undefined) {
    const text = `What came back from ${back.reference} is not kept: ${fault}.`
    return [...drafts, { type: 'note.noted', span, parent, level: 'warning', source: 'network', text }]
  }
  const { set, removed, conflicts } = context.vault.update(inwards.values)
  const by = { by: span }
  if (set.length + removed.length > 0)
    drafts.push({
      type: 'sly.changed',
      span,
      parent,
      set: set.map((ref) => ({ ...ref, ...by })),
      removed: removed.map((key) => ({ key, ...by })),
      conflicts,
    })
  return drafts
}

function crossing(
  { span, parent }: Question,
  boundary: 'to-downstream' | 'from-downstream',
  peer: string,
  { passed, withheld, rule }: ReturnType<typeof crossBoundary>,
): Draft {
  return {
    type: 'sly.crossed',
    span,
    parent,
    boundary,
    peer,
    passed,
    withheld,
    ...(rule !== undefined && { rule: `allow.${rule}` }),
  }
}
