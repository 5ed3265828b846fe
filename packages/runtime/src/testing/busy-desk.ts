// A network with everything that can race: two agents in one batch, each with tools of its own, and writes to the board.
// Delays come from a seed, so that every seed is another schedule; what is asked and answered is the same in all of them.
import { isJsonObject, type JsonText, parseJson } from '@slyglass/base'
import type { HostCall } from '../ports.ts'
import { type FakeHosts, fakeHosts } from './fake-hosts.ts'
import { type ScriptedModels, type ScriptedRule, scriptedModels } from './scripted-models.ts'
import type { VirtualClock } from './virtual-clock.ts'

const NOTE = {
  type: 'object',
  properties: { key: { type: 'string' }, text: { type: 'string' } },
  required: ['key', 'text'],
}
const INQUIRY = { type: 'object', properties: { inquiry: { type: 'string' } }, required: ['inquiry'] }

export function busyDesk(onDoubt: 'rerun' | 'fail'): object {
  const agent = (name: string) => ({
    name,
    function: { description: `I am ${name}.`, parameters: INQUIRY },
    instructions: `AGENT:${name} Work.`,
    tools: ['note', 'look'],
  })
  return {
    llm_config: { model_name: 'gpt-4o' },
    studio: { on_doubt: onDoubt },
    tools: [
      {
        name: 'front',
        function: { description: 'I ask others.' },
        instructions: 'AGENT:front Ask.',
        tools: ['left', 'right', 'note', 'look', 'relay'],
        allow: { to_upstream: { sly_data: true } },
      },
      agent('left'),
      agent('right'),
      { name: 'note', function: { description: 'Notes.', parameters: NOTE }, class: 'desk.Note' },
      { name: 'look', function: { description: 'Looks.', parameters: NOTE }, class: 'desk.Look' },
      { name: 'relay', function: { description: 'Calls others from code.' }, class: 'desk.Relay' },
    ],
  }
}

const note = (key: string, text: string) => ({ tool: 'note', args: JSON.stringify({ key, text }) })
const look = (key: string) => ({ tool: 'look', args: JSON.stringify({ key, text: '' }) })
const ask = (tool: string) => ({ tool, args: JSON.stringify({ inquiry: `Go ${tool}` }) })

const RELAY = { tool: 'relay', args: '{}' }

const RULES: readonly ScriptedRule[] = [
  { agent: 'front', assistantTurns: 0, answer: { calls: [ask('left'), note('a', 'one'), RELAY] } },
  { agent: 'front', assistantTurns: 1, answer: { calls: [look('left-1'), note('b', 'two'), look('a')] } },
  { agent: 'front', assistantTurns: 2, answer: { content: 'All is done.' } },
  { agent: 'left', assistantTurns: 0, answer: { calls: [note('left-1', 'l'), note('left-2', 'll')] } },
  { agent: 'left', assistantTurns: 1, answer: { calls: [look('left-1')] } },
  { agent: 'left', answer: { content: 'Left is done.' } },
  { agent: 'right', assistantTurns: 0, answer: { calls: [note('right-1', 'r')] } },
  { agent: 'right', answer: { content: 'Right is done.' } },
]

/** What happened in the world: how often each call took effect, by its idempotency key. */
export type Effects = Map<string, number>

/** A process that can die: nothing of it takes effect afterwards. */
export interface Process {
  dead: boolean
}

/** Models and tools of the desk whose delays follow a seed. */
export function busyPorts(
  seed: number,
  clock: VirtualClock,
  effects: Effects,
  process: Process = { dead: false },
): { readonly models: ScriptedModels; readonly hosts: FakeHosts } {
  const random = randomFrom(seed)
  const wait = (signal: AbortSignal) => clock.sleep(Math.floor(random() * 60), signal)
  const alive = () => {
    if (process.dead) throw new Error('the process is dead')
  }
  // Half of the processes meet an endpoint without `/responses`, so that one run may see both kinds.
  const without = seed % 2 === 0 ? 'responses' : undefined
  const answer = async (_ms: number, signal: AbortSignal) => {
    await wait(signal)
    alive()
  }
  const models = scriptedModels(RULES, answer, without)
  const work = async (host: HostCall) => {
    await wait(host.signal)
    alive()
    effects.set(host.idempotencyKey, (effects.get(host.idempotencyKey) ?? 0) + 1)
    await wait(host.signal)
    alive()
  }
  const hosts = fakeHosts({
    'desk.Note': async (args, { board, host }) => {
      await work(host)
      const key = textOf(args.get('key'))
      board.set(key, JSON.stringify(args.get('text')))
      return `noted ${key}`
    },
    'desk.Relay': async (_args, { host }) => {
      const noted = host.onUse?.('note', JSON.stringify({ key: 'relay', text: 'r' }))
      const asked = host.onUse?.('right', JSON.stringify({ inquiry: 'From code' }))
      const said = await Promise.all([noted, asked])
      await work(host)
      return said.map((one) => (one?.ok === true ? one.text : String(one?.message))).join(', ')
    },
    'desk.Look': async (args, { board, host }) => {
      await work(host)
      return `${textOf(args.get('key'))} is ${readText(board.get(textOf(args.get('key'))))}`
    },
  })
  return { models, hosts }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function readText(json: JsonText | undefined): string {
  const parsed = parseJson(json ?? 'null')
  return parsed.ok && typeof parsed.value === 'string' && !isJsonObject(parsed.value) ? parsed.value : 'unknown'
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
