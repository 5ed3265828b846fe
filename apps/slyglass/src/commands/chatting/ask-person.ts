// A question about a call, in the terminal: yes, no, or other arguments.
import { isJsonObject, parseJson } from '@slyglass/base'
import type { EventOf } from '@slyglass/run-log'
import type { CommandIo } from '../command.ts'
import type { Decision } from './talk.ts'

/** Asks until there is an answer; the end of the input is a no. */
export async function askPerson(
  { tool, args }: Pick<EventOf<'approval.requested'>, 'tool' | 'args'>,
  nextLine: () => Promise<string | undefined>,
  io: Pick<CommandIo, 'err'>,
): Promise<Decision> {
  io.err(`${tool} wants to run with ${args}`)
  for (;;) {
    io.err(
      'Type y to allow it, n (or n and why, for the model) to refuse it, or a JSON object to run it with other arguments.',
    )
    const line = (await nextLine())?.trim()
    if (line === undefined) return { decision: 'reject' }
    const refusal = /^no?(?:[\s,:]+(?<reason>.*))?$/i.exec(line)
    const reason = refusal?.groups?.reason
    if (refusal !== null) return { decision: 'reject', ...(reason !== undefined && { reason }) }
    if (/^(y|yes)$/i.test(line)) return { decision: 'approve' }
    const parsed = parseJson(line)
    if (parsed.ok && isJsonObject(parsed.value)) return { decision: 'edit', args: line }
  }
}
