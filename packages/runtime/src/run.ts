// One run: the front man is asked, the boundary to the client is evaluated, the run is finished. Whatever happens, what is
// open is closed first.
import { type Draft, type Failure, FRONT_MAN_SPAN, type Outcome, RUN_SPAN } from '@slyglass/run-log'
import { callAlone } from './call-alone.ts'
import { checkConversation, compactHistory } from './calls/check-conversation.ts'
import { RunLimitReached } from './calls/run-limit.ts'
import { closeBelow } from './close-spans.ts'
import { runCommand } from './commands/run-command.ts'
import { historyMessage, trimHistory } from './conversation.ts'
import { crossUpstream } from './cross-upstream.ts'
import { defect } from './defect.ts'
import { missingInstructionsText } from './error-texts.ts'
import { alike, bothForms, type Forms } from './forms.ts'
import { historyLimit } from './limits.ts'
import { type AgentEnd, runAgent } from './run-agent.ts'
import type { RunContext } from './run-context.ts'
import { Cancelled, Detached, Diverged } from './stops.ts'
import { writeTape } from './write-tape.ts'

/** Runs to the end and commits it. Rejects only when this process may not or cannot write the end. */
export async function runNetwork(context: RunContext, message: Forms<string>, signal: AbortSignal): Promise<void> {
  try {
    const { call, tape } = context.request
    const end = await answer(context, message, signal)
    const { outcome, text, failure } = end
    const isTalk = call === undefined && tape === undefined
    await finishRun(context, isTalk ? crossUpstream(context) : [], outcome, text.truth, failure)
  } catch (error) {
    await finishEarly(context, error)
  }
}

async function answer(context: RunContext, message: Forms<string>, signal: AbortSignal): Promise<AgentEnd> {
  const { call, command, tape } = context.request
  if (tape !== undefined) return writeTape(context, tape)
  if (call !== undefined) return callAlone(context, call, signal)
  if (command !== undefined) return runCommand(context, { message, prefix: command.prefix, signal })
  return (await checkConversation(context)) ?? askFrontMan(context, message, signal)
}

async function askFrontMan(context: RunContext, message: Forms<string>, signal: AbortSignal): Promise<AgentEnd> {
  const entry = context.network.frontMan
  if (entry === undefined) {
    const text =
      'This network has no front man: its first entry must be an agent with instructions, without class and toolbox.'
    return { outcome: 'failed', text: alike(text), failure: { code: 'no-front-man', message: text } }
  }
  if (entry.instructions === undefined) {
    const text = missingInstructionsText(entry.name)
    return { outcome: 'failed', text: alike(text), failure: { code: 'missing-instructions', message: text.trim() } }
  }
  const origin = [{ tool: entry.name, instantiation_index: frontManIndex(context, entry.name) }]
  const place = { span: FRONT_MAN_SPAN, parent: RUN_SPAN }
  const recent = await compactHistory(context, context.history)
  const history = trimHistory(recent, historyLimit(entry)).map((past) => bothForms(past, historyMessage))
  const times = context.callersTimes === undefined ? {} : { countdowns: context.callersTimes }
  return runAgent(context, { entry, ...place, role: 'front-man', origin, input: message, signal, ...times }, history)
}

function frontManIndex(context: RunContext, name: string): number {
  return context.journal.find(FRONT_MAN_SPAN, 'agent.started')?.instance ?? context.instances.next(name)
}

async function finishRun(
  context: RunContext,
  before: readonly Draft[],
  outcome: Outcome,
  answer: string,
  failure?: Failure,
): Promise<void> {
  const details = failure === undefined ? {} : { failure }
  await context.late.settled()
  await context.journal.commit([
    ...before,
    { type: 'run.finished', span: RUN_SPAN, parent: null, outcome, answer, ...details },
  ])
}

async function finishEarly(context: RunContext, error: unknown): Promise<void> {
  if (error instanceof Detached) throw error
  const open = closeBelow(context.journal, RUN_SPAN)
  if (error instanceof Cancelled) return finishRun(context, open, 'cancelled', '')
  if (error instanceof RunLimitReached)
    return finishRun(context, open, 'failed', '', { code: 'limit-reached', message: error.message })
  const failure = error instanceof Diverged ? { code: error.code, message: error.message } : defect(error)
  await finishRun(context, open, 'failed', '', failure)
}
