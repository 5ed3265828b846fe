// Networks and scripts from a seed: agents that call each other and tools in every way that a model may, right and wrong.
import { isJsonList, type Json, type JsonText, jsonAt, parseJson } from '@slyglass/base'
import { type ModelCallRequest, ModelFailure, type ModelPort, type ModelReply } from '../ports.ts'
import { randomFrom } from './busy-desk.ts'
import { type FakeHosts, fakeHosts } from './fake-hosts.ts'
import type { VirtualClock } from './virtual-clock.ts'

type Random = () => number

/** A network, what drives it, and what was seen of it. */
export interface RandomDesk {
  readonly network: object
  readonly models: ModelPort & { readonly bodies: readonly JsonText[] }
  readonly hosts: FakeHosts
  /** Calls of coded tools that have begun and not ended. */
  running(): number
  /** Private values that tools put on the board. */
  readonly written: readonly string[]
}

/** Model requests after which every answer is a text, so that a cycle comes to an end. */
const MOST_CALLS = 24
const PARAMETERS = {
  type: 'object',
  properties: { text: { type: 'string' }, count: { type: 'int' } },
  required: ['text'],
}

export function randomDesk(seed: number, clock: VirtualClock): RandomDesk {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const agents = Array.from({ length: 1 + below(5) }, (_, at) => `agent${at}`)
  const tools = Array.from({ length: below(5) }, (_, at) => `tool${at}`)
  const some = (names: readonly string[]) => names.filter(() => random() < 0.6)
  const network = {
    llm_config: { model_name: 'gpt-4o', use_responses_api: random() < 0.5 },
    tools: [
      ...agents.map((name) => ({
        name,
        function: { description: `I am ${name}.`, ...(random() < 0.8 && { parameters: PARAMETERS }) },
        instructions: `AGENT:${name} Work.`,
        tools: [...some(agents), ...some(tools)],
        allow: { to_upstream: { sly_data: random() < 0.5 } },
      })),
      ...tools.map((name, at) => ({
        name,
        function: { description: `I am ${name}.`, parameters: PARAMETERS },
        class: `random.Tool${at % KINDS}`,
      })),
    ],
  }
  return { network, models: randomModels(random, clock), ...randomHosts(random, clock) }
}

const KINDS = 4

function randomHosts(random: Random, clock: VirtualClock): Pick<RandomDesk, 'hosts' | 'running' | 'written'> {
  const written: string[] = []
  let running = 0
  const work = async (signal: AbortSignal): Promise<void> => {
    running += 1
    try {
      await clock.sleep(Math.floor(random() * 80), signal)
    } finally {
      running -= 1
    }
  }
  const hosts = fakeHosts({
    'random.Tool0': async (args, { host }) => {
      await work(host.signal)
      return `said ${String(args.get('text'))}`
    },
    'random.Tool1': async (_args, { host, board }) => {
      await work(host.signal)
      const value = `private-${Math.floor(random() * 1e9)}-${written.length}`
      written.push(value)
      board.set(`key${Math.floor(random() * 3)}`, JSON.stringify(value))
      return new Map([['kept', true]])
    },
    'random.Tool2': async (_args, { host }) => {
      await work(host.signal)
      throw new Error('the shelf is empty')
    },
    'random.Tool3': async (_args, { host, board }) => {
      await work(host.signal)
      host.onProgress('{"half": true}', '')
      for (const key of [...board.keys()].slice(0, 1)) board.delete(key)
      return [1, 'two', null].map((one) => String(one))
    },
  })
  return { hosts, running: () => running, written }
}

function randomModels(random: Random, clock: VirtualClock): RandomDesk['models'] {
  const bodies: JsonText[] = []
  return {
    bodies,
    async send(request) {
      const { body, provider, api } = request
      const url = `${provider.baseUrl}/${api === 'responses' ? 'responses' : 'chat/completions'}`
      await request.beforeSend({ url, method: 'POST', headers: {}, body })
      request.signal.throwIfAborted()
      bodies.push(body)
      await clock.sleep(Math.floor(random() * 60), request.signal)
      if (random() < 0.04) throw new ModelFailure({ code: 'provider-error', message: 'Busy.', retryable: true }, 503)
      return randomReply(random, request, bodies.length)
    },
  }
}

function randomReply(random: Random, request: ModelCallRequest, number: number): ModelReply {
  const offered = offeredNames(request)
  const isText = number > MOST_CALLS || offered.length === 0 || random() < 0.35
  const count = isText ? 0 : 1 + Math.floor(random() * 4)
  const calls = Array.from({ length: count }, (_, at) => ({
    id: `call_${number}_${at}`,
    tool: random() < 0.08 ? 'nobody' : (offered[Math.floor(random() * offered.length)] ?? 'nobody'),
    args: randomArguments(random),
  }))
  if (isText) request.onText('Done')
  return {
    text: isText ? 'Done.' : '',
    calls,
    finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
    model: 'random',
    usage: { promptTokens: 3, completionTokens: 2 },
  }
}

function randomArguments(random: Random): JsonText {
  const dice = random()
  if (dice < 0.06) return '{"text": "half a sen'
  if (dice < 0.08) return '[1, 2]'
  if (dice < 0.14) return '{"count": 7}'
  return JSON.stringify({ text: `words ${Math.floor(random() * 100)}`, count: Math.floor(random() * 9) })
}

function offeredNames({ body }: ModelCallRequest): readonly string[] {
  const parsed = parseJson(body)
  const tools = parsed.ok ? jsonAt(parsed.value, 'tools') : undefined
  return (isJsonList(tools) ? tools : []).map((tool) =>
    String(jsonAt(tool, 'function', 'name') ?? jsonAt(tool, 'name')),
  )
}

/** Ids of the calls and of the results of a request's conversation, both in order. */
export function callsAndResults(body: JsonText): {
  readonly calls: readonly Json[]
  readonly results: readonly Json[]
} {
  const parsed = parseJson(body)
  const whole = parsed.ok ? parsed.value : null
  const listed = jsonAt(whole, 'messages') ?? jsonAt(whole, 'input')
  const [calls, results]: [Json[], Json[]] = [[], []]
  for (const message of isJsonList(listed) ? listed : []) {
    const type = jsonAt(message, 'type')
    const made = jsonAt(message, 'tool_calls')
    for (const call of isJsonList(made) ? made : []) calls.push(jsonAt(call, 'id') ?? null)
    if (type === 'function_call') calls.push(jsonAt(message, 'call_id') ?? null)
    if (type === 'function_call_output') results.push(jsonAt(message, 'call_id') ?? null)
    if (jsonAt(message, 'role') === 'tool') results.push(jsonAt(message, 'tool_call_id') ?? null)
  }
  return { calls, results }
}
