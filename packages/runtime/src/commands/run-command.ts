// A run that carries out a command: its words are read, a tool is called by the rules of its agent, and no model is asked. What
// the command gives, or why it fails, stands in the log after the tool's own events.

import { COMMAND_SPAN, type Failure, type Outcome, RUN_SPAN } from '@slyglass/run-log'
import { commandText, parseCommand } from '@slyglass/tools/commands'
import { bothForms, type Forms } from '../forms.ts'
import type { AgentEnd } from '../run-agent.ts'
import type { RunContext } from '../run-context.ts'
import { findApplicationCommand } from './application-commands.ts'
import { callByCommand } from './call-by-command.ts'
import { callerByName } from './caller-by-name.ts'
import { type Command, failedCommand } from './command.ts'

interface Typed {
  readonly message: Forms<string>
  readonly prefix: string
  readonly signal: AbortSignal
}

export async function runCommand(context: RunContext, { message, prefix, signal }: Typed): Promise<AgentEnd> {
  const { journal } = context
  const body = bothForms(message, (text) => commandText(text, prefix) ?? text.trim())
  const parsed = bothForms(body, parseCommand)
  const name = parsed.truth.ok ? parsed.truth.value.name : undefined
  const place = { span: COMMAND_SPAN, parent: RUN_SPAN }
  const started = { text: body.truth, prefix, ...(name !== undefined && { name }) }
  await journal.commit([{ type: 'command.started', ...place, ...started }])
  const end = parsed.truth.ok
    ? await carryOut(context, {
        ...{ name: parsed.truth.value.name, prefix, body, signal },
        words: bothForms(parsed, (read) => (read.ok ? read.value : NO_WORDS)),
      })
    : failedCommand('invalid-command', parsed.truth.error)
  const { outcome, text, failure } = told(end)
  await journal.commit([
    { type: 'command.finished', ...place, outcome, text: text.truth, ...(failure !== undefined && { failure }) },
  ])
  return { outcome, text, ...(failure !== undefined && { failure }) }
}

const NO_WORDS = { name: '', positional: [], named: new Map<string, string>() }

/** A tool of the network comes before what the application has under the same name. */
async function carryOut(context: RunContext, command: Command): Promise<AgentEnd> {
  const known = callerByName(context.network, command.name)
  if (known !== undefined) return callByCommand(context, command, known)
  const own = findApplicationCommand(command.name)
  if (own !== undefined) return own.run(context, command)
  const { frontMan } = context.network
  if (frontMan !== undefined) return callByCommand(context, command, frontMan)
  return failedCommand('no-such-tool', `${context.network.name} has no front man, so there is no tool ${command.name}.`)
}

/** The failure says what the caller is told. */
function told({ outcome, text, failure }: AgentEnd): {
  readonly outcome: Outcome
  readonly text: Forms<string>
  readonly failure?: Failure
} {
  if (outcome === 'ok') return { outcome, text }
  const known = failure ?? { code: 'command-failed', message: text.truth }
  return { outcome, text, failure: { ...known, message: text.truth } }
}
