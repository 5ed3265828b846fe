// What an agent is offered from outside of its network. The offers are read when the agent starts and kept in the log, so
// that a resumed or replayed run offers the same without asking again.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import { type Reference, readNetwork } from '@slyglass/network'
import { readParameters } from '@slyglass/tools'
import type { CallableTool } from './plan-tools.ts'
import type { PeerNetwork } from './ports.ts'
import { textsOf } from './read-run-network.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { Diverged } from './stops.ts'

/** One reference and what is behind it, or why it is left out. */
interface Offer {
  readonly reference: string
  readonly function?: JsonObject
  readonly problem?: string
}

/** Tools of a reference by its name; a sentence where there is none. */
export type Offers = ReadonlyMap<string, CallableTool | string>

export async function readOffers(context: RunContext, agent: AgentCall): Promise<Offers> {
  const outside = agent.entry.tools.filter((reference) => reference.kind === 'network')
  if (outside.length === 0) return new Map()
  const offers = logged(context, agent) ?? (await askAll(context, agent, outside))
  return new Map(offers.map((offer) => [offer.reference, toTool(agent, offer)]))
}

function logged({ journal, source }: RunContext, agent: AgentCall): readonly Offer[] | undefined {
  const known = journal.find(agent.span, 'context.changed') ?? source?.answers.find(agent.span, 'context.changed')
  if (known !== undefined) {
    const offers = readChanges(known.changes)
    return offers
  }
  if (source?.onDifference !== 'fail') return undefined
  const message = 'The recording does not hold what this agent was offered by other networks.'
  throw new Diverged('replay-diverged', agent.span, message)
}

async function askAll(
  context: RunContext,
  agent: AgentCall,
  references: readonly Reference[],
): Promise<readonly Offer[]> {
  const offers: Offer[] = []
  for (const { name } of references) {
    agent.signal.throwIfAborted()
    offers.push(await askOne(context, name))
  }
  return offers
}

async function askOne(context: RunContext, reference: string): Promise<Offer> {
  const network = localName(reference)
  if (network === undefined)
    return { reference, problem: `${reference} lies on another server. Only networks of this server are called.` }
  const peer = await context.peers.find(network)
  if (peer === undefined)
    return { reference, problem: `There is no network "${network}" on this server, or it is switched off.` }
  return { reference, function: functionOf(peer) }
}

function functionOf(peer: PeerNetwork): JsonObject {
  const { network, file, env } = peer
  const read = readNetwork({ network, file, texts: textsOf(peer), env })
  const declared = read.frontMan?.json.get('function')
  return isJsonObject(declared) ? declared : new Map()
}

/** The network's name when a reference means one of this server; the port of `localhost` is not looked at. */
export function localName(reference: string): string | undefined {
  const path = reference.startsWith('/') ? reference : /^https?:\/\/localhost(?::\d+)?(\/.+)$/i.exec(reference)?.[1]
  return path === undefined || path.length < 2 ? undefined : path.slice(1)
}

/** The event that keeps the offers, for the agent's first commit. */
export function printOffers(offers: Offers): string {
  const items = [...offers].map(([reference, tool]): Json => {
    const known: readonly [string, Json] =
      typeof tool === 'string' ? ['problem', tool] : ['function', tool.peer?.function ?? new Map()]
    return new Map<string, Json>([['reference', reference], known])
  })
  return printJson(new Map([['offers', items]]))
}

function readChanges(changes: string): readonly Offer[] {
  const parsed = parseJson(changes)
  const list = parsed.ok ? jsonAt(parsed.value, 'offers') : undefined
  if (!isJsonList(list)) return []
  return list.map((item): Offer => {
    const [reference, problem, declared] = ['reference', 'problem', 'function'].map((key) => jsonAt(item, key))
    return {
      reference: String(reference),
      ...(typeof problem === 'string' && { problem }),
      ...(isJsonObject(declared) && { function: declared }),
    }
  })
}

const INQUIRY: JsonObject = new Map<string, Json>([
  ['type', 'object'],
  [
    'properties',
    new Map([
      [
        'inquiry',
        new Map([
          ['type', 'string'],
          ['description', 'The request to send to this agent network.'],
        ]),
      ],
    ]),
  ],
  ['required', ['inquiry']],
])

function toTool(agent: AgentCall, { reference, problem, function: declared }: Offer): CallableTool | string {
  if (declared === undefined) return unreachable(reference, problem)
  const description = declared.get('description')
  const own = declared.get('parameters')
  const parameters = isJsonObject(own) && own.size > 0 ? own : INQUIRY
  if (typeof description !== 'string' || !isJsonObject(parameters.get('properties')))
    return `The function of ${reference} has no description or no properties, so it cannot be offered. Not including it as a tool.`
  return {
    kind: 'network',
    name: `__${(localName(reference) ?? reference).replaceAll('/', '__')}`,
    description,
    parameters: readParameters(parameters),
    // Rules of the boundary are those of the caller.
    entry: agent.entry,
    peer: { reference, function: declared },
  }
}

function unreachable(reference: string, problem: string | undefined): string {
  const start = `Agent/tool ${reference} was unreachable. Not including it as a tool.`
  return problem?.startsWith(start) === true ? problem : `${start}\n${problem ?? ''}`
}
