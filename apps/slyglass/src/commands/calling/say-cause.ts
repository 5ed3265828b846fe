// Why a tool could not even be called, said before all else: which file, why, and what to do.
import type { CalledAlone } from '@slyglass/run-log'
import { loadText } from '../chatting/print-troubles.ts'
import type { CommandIo } from '../command.ts'
import type { Launched } from '../launch.ts'
import { sayWhatFailsOf } from '../reading/say-faults.ts'
import type { Target } from './find-target.ts'

/** What keeps a tool from being called, in contrast to what goes wrong in it. */
const BEFORE: ReadonlySet<string> = new Set(['class-not-found', 'no-such-tool', 'host-missing'])

export async function sayCause(
  { launched, network, tool }: Target & { readonly launched: Launched },
  { calls, failure }: CalledAlone,
  io: CommandIo,
): Promise<void> {
  const fault = failure ?? calls.at(-1)?.failure
  if (fault === undefined || !BEFORE.has(fault.code)) return
  const said = await sayWhatFailsOf(io, launched, network, tool)
  if (!said && fault.code === 'class-not-found') io.err(loadText(tool, fault, launched.project.root))
}
