// A command as it would be typed in a chat, carried out alone: `,math.add a=2 b=3`.
import { err, type JsonText, ok, printJson, type Result } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'
import { parseCommand } from '@slyglass/tools/commands'
import { commandPrefix } from '../../runs/read-command.ts'
import { faultText } from '../../workspace/fault-text.ts'
import type { ReadNetwork } from '../../workspace/networks.ts'
import { createTalk, type Heard, type TalkOptions } from '../chatting/talk.ts'
import type { CommandIo } from '../command.ts'
import type { Launched } from '../launch.ts'
import { noNetwork } from '../making/choose-network.ts'
import { findTarget } from './find-target.ts'

/** Where no network says what commands begin with. */
const USUAL_PREFIX = ','

export interface TypedCommand extends Pick<TalkOptions, 'ask'> {
  readonly launched: Launched
  /** As the shell split it; one word may hold the whole command. */
  readonly words: readonly string[]
  readonly network: string | undefined
  readonly sly: ReadonlyMap<string, JsonText>
  onEvents?(events: readonly LogEvent[]): void
}

interface CarriedOut {
  readonly heard: Heard
  readonly network: ReadNetwork
}

/** Carries it out; what went wrong before anything was called is an error. */
export async function typeCommand(typed: TypedCommand): Promise<Result<CarriedOut, string>> {
  const { launched, words, sly, ask, onEvents } = typed
  const [first = '', ...rest] = words
  const text = [first, ...rest.map(quoted)].join(' ')
  const network = await networkOf(typed, text)
  if (!network.ok) return network
  const own = network.value.network
  const fault = own.diagnostics.find(({ severity }) => severity === 'error')
  if (fault !== undefined)
    return err(`${faultText(network.value, fault)}. ${own.name} cannot run until that is mended.`)
  const prefix = commandPrefix({ network: own, own: USUAL_PREFIX }) ?? USUAL_PREFIX
  const typedText = first.startsWith(prefix) ? text : prefix + text.slice(USUAL_PREFIX.length)
  const talk = createTalk({
    ...{ launched, network: network.value, source: 'chat', streaming: 'network' },
    ...(ask !== undefined && { ask }),
  })
  const heard = await talk.say({
    ...{ text: typedText, sly, commandPrefix: prefix },
    ...(onEvents !== undefined && { onEvents }),
  })
  return ok({ heard, network: network.value })
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** The network that was named, the only one, or the one that has the tool. */
async function networkOf({ launched, network }: TypedCommand, text: string): Promise<Result<ReadNetwork, string>> {
  const { studio, project } = launched
  const names = (await studio.networks.manifest(project)).networks.map(({ name }) => name)
  const named = network ?? (names.length === 1 ? names[0] : undefined)
  if (named !== undefined) {
    const read = await studio.networks.read(project, named)
    return read === undefined ? err(noNetwork(named, names, project)) : ok(read)
  }
  const parsed = parseCommand(text.slice(USUAL_PREFIX.length))
  if (!parsed.ok) return parsed
  const target = await findTarget(launched, parsed.value.name, undefined)
  return target.ok ? ok(target.value.network) : err(`${target.error} Or name a network with --network.`)
}

/** Its words alone, or all of it as JSON. */
export function printTyped({ outcome, text }: Heard, isJson: boolean, io: Pick<CommandIo, 'out' | 'err'>): void {
  if (isJson) io.out(printJson(new Map([...Object.entries({ outcome, output: text })])))
  else if (outcome === 'ok') io.out(text)
  else io.err(text)
}
