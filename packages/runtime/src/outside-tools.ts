// What an agent is offered from outside of its network. The offers are read when the agent starts and kept in the log, so
// that a resumed or replayed run offers the same without asking again.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import { type Entry, type Reference, readNetwork } from '@slyglass/network'
import type { Draft } from '@slyglass/run-log'
import { readParameters } from '@slyglass/tools'
import { type LangChainClass, langChainClass, langChainTool, listLangChain } from './langchain-tools.ts'
import { type McpPlace, mcpServer, mcpTools, meantTools } from './mcp-offers.ts'
import { type CallableTool, findCallable } from './plan-tools.ts'
import type { McpTool, PeerNetwork } from './ports.ts'
import { textsOf } from './read-run-network.ts'
import type { AgentCall, RunContext } from './run-context.ts'
import { entryWithNeeds, unmetNeeds } from './shared-tool-needs.ts'
import { Diverged } from './stops.ts'

/** One reference and what is behind it, or why it is left out. */
interface Offer {
  readonly reference: string
  readonly function?: JsonObject
  readonly mcp?: readonly McpTool[]
  /** Tools that a server is said to have, and has not. */
  readonly absent?: readonly string[]
  /** What was odd about its list. */
  readonly notes?: readonly string[]
  readonly langChain?: readonly McpTool[]
  readonly problem?: string
  /** Of a shared tool of this network with needs: whether they are met. */
  readonly met?: boolean
  /** Said once to people: it takes a text of one name, because it says nothing of parameters. */
  readonly bare?: boolean
}

/** Tools of each reference, and what is to be said about it. A server may be named twice, each time with other tools. */
export type Offers = ReadonlyMap<
  Reference,
  { readonly offer: Offer; readonly tools: readonly CallableTool[]; readonly warnings: readonly string[] }
>

export async function readOffers(context: RunContext, agent: AgentCall): Promise<Offers> {
  const outside = agent.entry.tools.filter(
    ({ kind, name }) =>
      kind === 'network' ||
      (kind === 'mcp' && context.mcp !== undefined) ||
      classBehind(context, name) !== undefined ||
      entryWithNeeds(context, name) !== undefined,
  )
  if (outside.length === 0) return new Map()
  const offers = logged(context, agent) ?? (await askAll(context, agent, outside))
  return new Map(outside.map((reference, index) => [reference, offered(context, agent, offers, { outside, index })]))
}

/** The entry of this network that stands for a class of LangChain. */
function classBehind(
  { network, toolbox }: RunContext,
  name: string,
): { entry: Entry; named: LangChainClass } | undefined {
  const entry = network.entries.find((one) => one.name === name)
  const named = entry === undefined ? undefined : langChainClass(entry, toolbox)
  return entry === undefined || named === undefined ? undefined : { entry, named }
}

/** Of a reference that stands there again, the offer that was asked for it again. */
function offered(
  context: RunContext,
  agent: AgentCall,
  offers: readonly Offer[],
  { outside, index }: { readonly outside: readonly Reference[]; readonly index: number },
): { readonly offer: Offer } & Tools {
  const name = outside[index]?.name ?? ''
  const again = timesBefore(outside, index)
  const same = offers.filter((one) => one.reference === name)
  // A log from before says nothing of needs.
  const unsaid = entryWithNeeds(context, name) === undefined ? {} : { met: true }
  const offer = same[again] ?? same[0] ?? { reference: name, ...unsaid }
  return { offer, ...toTools(context, agent, offer) }
}

/** How often the same reference stands before. */
function timesBefore(references: readonly Reference[], index: number): number {
  return references.slice(0, index).filter(({ name }) => name === references[index]?.name).length
}

function logged({ journal, source }: RunContext, agent: AgentCall): readonly Offer[] | undefined {
  const own = journal.find(agent.span, 'context.changed')
  if (own !== undefined) return readChanges(journal.formsOf(own).truth.changes)
  const known = source?.answers.find(agent.span, 'context.changed')
  if (known !== undefined) return readChanges(known.changes)
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
  for (const [index, { name, kind }] of references.entries()) {
    agent.signal.throwIfAborted()
    if (kind === 'entry') offers.push(await askClass(context, agent, name))
    else if (kind === 'network') offers.push(await askOne(context, agent, name))
    else offers.push(await askServer(context, { agent, url: name, again: timesBefore(references, index) }))
  }
  return offers
}

async function askOne(context: RunContext, agent: AgentCall, reference: string): Promise<Offer> {
  const network = localName(reference)
  if (network === undefined) return askElsewhere(context, agent, reference)
  const peer = await context.peers.find(network)
  if (peer === undefined)
    return { reference, problem: `There is no network "${network}" on this server, or it is switched off.` }
  return described(context, reference, functionOf(peer))
}

async function askClass(context: RunContext, agent: AgentCall, name: string): Promise<Offer> {
  const entry = entryWithNeeds(context, name)
  const unmet = entry === undefined ? undefined : await unmetNeeds(context, entry)
  if (unmet !== undefined) return { reference: name, problem: unmet, met: false }
  const behind = classBehind(context, name)
  if (behind === undefined) return { reference: name, met: true }
  try {
    return { reference: name, langChain: await listLangChain(context, agent, behind.named) }
  } catch (error) {
    agent.signal.throwIfAborted()
    const said = error instanceof Error ? error.message : String(error)
    return { reference: name, problem: `Failed to create Agent/tool '${name}': ${said}` }
  }
}

async function askServer(context: RunContext, place: McpPlace): Promise<Offer> {
  const { agent, url } = place
  try {
    const notes: string[] = []
    const on = { note: (text: string) => void notes.push(text) }
    const tools = (await context.mcp?.list(await mcpServer(context, agent, url), agent.signal, on)) ?? []
    return { reference: url, ...(await meantTools(context, place, tools)), notes }
  } catch (error) {
    agent.signal.throwIfAborted()
    const about = `agent '${agent.entry.name}' of agent network '${context.network.name}'`
    const said = error instanceof Error ? error.message : String(error)
    return { reference: url, problem: `${about}: the URL ${url} was unreachable. Not including it as a tool.\n${said}` }
  }
}

async function askElsewhere(context: RunContext, agent: AgentCall, reference: string): Promise<Offer> {
  const start = `Problem accessing external agent ${reference}.`
  try {
    const text = await context.remote?.describe(reference, agent.signal)
    const parsed = text === undefined ? undefined : parseJson(text)
    if (parsed?.ok === true && isJsonObject(parsed.value)) return described(context, reference, parsed.value)
    return { reference, problem: `${start} No other server is asked here.` }
  } catch (error) {
    agent.signal.throwIfAborted()
    return { reference, problem: `${start} ${error instanceof Error ? error.message : String(error)}` }
  }
}

function described({ announced }: RunContext, reference: string, declared: JsonObject): Offer {
  const bare = !hasParameters(declared) && !announced.has(reference)
  if (bare) announced.add(reference)
  return { reference, function: declared, ...(bare && { bare }) }
}

function hasParameters(declared: JsonObject): boolean {
  const own = declared.get('parameters')
  return isJsonObject(own) && own.size > 0
}

/** The path of a reference, which is the network's name wherever it is. */
function pathOf(reference: string): string {
  return reference.replace(/^https?:\/\/[^/]+/i, '')
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
export function keptOffers({ span, parent }: AgentCall, offers: Offers): readonly Draft[] {
  return offers.size === 0 ? [] : [{ type: 'context.changed', span, parent, changes: printOffers(offers) }]
}

function printOffers(offers: Offers): string {
  const items = [...offers.values()].map(({ offer }): Json => {
    const item = new Map<string, Json>([['reference', offer.reference]])
    if (offer.problem !== undefined) item.set('problem', offer.problem)
    if (offer.function !== undefined) item.set('function', offer.function)
    if (offer.bare === true) item.set('bare', true)
    if (offer.met !== undefined) item.set('met', offer.met)
    if (offer.mcp !== undefined) item.set('mcp', offer.mcp.map(printTool))
    if (offer.absent !== undefined && offer.absent.length > 0) item.set('absent', offer.absent)
    if (offer.notes !== undefined && offer.notes.length > 0) item.set('notes', offer.notes)
    if (offer.langChain !== undefined) item.set('langChain', offer.langChain.map(printTool))
    return item
  })
  return printJson(new Map([['offers', items]]))
}

function printTool(tool: McpTool): JsonObject {
  return new Map(Object.entries(tool))
}

function readChanges(changes: string): readonly Offer[] {
  const parsed = parseJson(changes)
  const list = parsed.ok ? jsonAt(parsed.value, 'offers') : undefined
  if (!isJsonList(list)) return []
  return list.map((item): Offer => {
    const [reference, problem, declared] = ['reference', 'problem', 'function'].map((key) => jsonAt(item, key))
    const [mcp, langChain, absent, notes] = ['mcp', 'langChain', 'absent', 'notes'].map((key) => jsonAt(item, key))
    return {
      reference: String(reference),
      ...(typeof problem === 'string' && { problem }),
      ...(isJsonObject(declared) && { function: declared }),
      ...(jsonAt(item, 'bare') === true && { bare: true }),
      ...(typeof jsonAt(item, 'met') === 'boolean' && { met: jsonAt(item, 'met') === true }),
      ...(isJsonList(mcp) && { mcp: mcp.map(readMcpTool) }),
      ...(isJsonList(absent) && { absent: absent.map(String) }),
      ...(isJsonList(notes) && { notes: notes.map(String) }),
      ...(isJsonList(langChain) && { langChain: langChain.map(readMcpTool) }),
    }
  })
}

function readMcpTool(item: Json): McpTool {
  const [name, description, schema] = ['name', 'description', 'schema'].map((key) => String(jsonAt(item, key) ?? ''))
  return { name: name ?? '', description: description ?? '', schema: schema ?? '' }
}

type Tools = { readonly tools: readonly CallableTool[]; readonly warnings: readonly string[] }

function toTools(context: RunContext, agent: AgentCall, offer: Offer): Tools {
  if (offer.mcp !== undefined)
    return mcpTools(context, agent, {
      url: offer.reference,
      tools: offer.mcp,
      absent: offer.absent ?? [],
      notes: offer.notes ?? [],
    })
  if (offer.met !== undefined) return sharedTool(context, offer)
  const behind = classBehind(context, offer.reference)
  if (behind !== undefined) {
    const tools = (offer.langChain ?? []).map((tool) => langChainTool(behind.entry, behind.named, tool))
    return { tools, warnings: offer.problem === undefined ? [] : [offer.problem] }
  }
  const tool = toTool(agent, offer)
  if (typeof tool === 'string') return { tools: [], warnings: [tool] }
  return { tools: [tool], warnings: offer.bare === true ? [bareText(offer.reference)] : [] }
}

function sharedTool({ network, toolbox }: RunContext, { reference, met, problem = '' }: Offer): Tools {
  const tool = met === true ? findCallable(network, reference, toolbox) : problem
  if (tool === undefined || typeof tool === 'string') return { tools: [], warnings: [tool ?? problem] }
  return { tools: [tool], warnings: [] }
}

/** The beginning is neuro-san's. */
function bareText(reference: string): string {
  return `The front-man of external agent ${reference} declares no parameters in its function definition, so it is offered with one text, "inquiry". Add "parameters" to its function to say what it needs.`
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
  const parameters = isJsonObject(own) && hasParameters(declared) ? own : INQUIRY
  if (typeof description !== 'string' || !isJsonObject(parameters.get('properties')))
    return `The function of ${reference} has no description or no properties, so it cannot be offered. Not including it as a tool.`
  return {
    kind: 'network',
    name: `__${(localName(reference) ?? pathOf(reference).slice(1)).replaceAll('/', '__')}`,
    description,
    parameters: readParameters(parameters),
    // Rules of the boundary are those of the caller.
    entry: agent.entry,
    peer: { reference, function: declared },
  }
}

function unreachable(reference: string, problem: string | undefined): string {
  const start = `Agent/tool ${reference} was unreachable. Not including it as a tool.`
  return problem?.includes('was unreachable. Not including it as a tool.') === true
    ? problem
    : `${start}\n${problem ?? ''}`
}
