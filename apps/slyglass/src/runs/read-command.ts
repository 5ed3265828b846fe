// Whether a message is a command: only where its network says what commands begin with, or the caller brings a beginning along
// for a network that says none.
import { isCommandPrefix, type Network, studioOf } from '@slyglass/network'
import type { RunRequest } from '@slyglass/runtime'
import { commandText } from '@slyglass/tools/commands'

/** What begins commands of a network. */
export function commandPrefix({ network, own }: { readonly network: Network; readonly own?: string | undefined }) {
  const { frontMan } = network
  const written = frontMan === undefined ? undefined : studioOf(network, frontMan)?.commandPrefix
  return [written ?? own].find((prefix): prefix is string => prefix !== undefined && isCommandPrefix(prefix))
}

/** The part of a run's request that makes its message a command. */
export function readCommand(network: Network, message: string, own?: string): Pick<RunRequest, 'command'> {
  const prefix = commandPrefix({ network, own })
  return prefix === undefined || commandText(message, prefix) === undefined ? {} : { command: { prefix } }
}
