// Commands: how they are read, and what comes of them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonList, isJsonObject, jsonAt } from '@slyglass/base'
import { type ToolHosts, withBuiltInTools } from '@slyglass/environment'
import { isCommandPrefix, PREFIX_RULE } from '@slyglass/network'
import { isOf } from '@slyglass/run-log'
import type { ToolHostPort } from '@slyglass/runtime'
import { commandText, parseCommand } from '@slyglass/tools/commands'
import { defineTool, type ToolDefinition } from '@slyglass/tools/define'
import { type AreaRunner, byId, type VectorTools } from './area-runner.ts'
import type { BubVector } from './bub-vector.ts'
import { differs, firstOf } from './expect-value.ts'
import { playAgent } from './play-agent.ts'
import { RealClock } from './real-clock.ts'
import { mathAdd, raise } from './small-tools.ts'

const BOOM = defineTool({ name: 'boom', execute: () => raise('ValueError', 'kaput') })

const checkText: AreaRunner = async ({ input, expected }) =>
  differs('command', expected.get('command'), commandText(textIn(input.get('text')), textIn(input.get('prefix'))))

const checkParse: AreaRunner = async ({ input, expected }) => {
  const read = parseCommand(textIn(input.get('parse')))
  if (!read.ok) return differs('text', expected.get('text'), read.error)
  const { name, positional, named } = read.value
  return firstOf(
    differs('name', expected.get('name'), name),
    differs('positional', expected.get('positional'), positional),
    differs('kwargs', expected.get('kwargs'), Object.fromEntries(named)),
  )
}

const checkPrefixes: AreaRunner = async ({ input, expected }) => {
  const prefixes = input.get('prefixes')
  const taken = (isJsonList(prefixes) ? prefixes : []).map(textIn).filter(isCommandPrefix)
  const refused = [',', '!', '::', ',,'].filter((prefix) => !isCommandPrefix(prefix))
  return firstOf(
    differs('accepted', [], taken),
    differs('refused', [], refused),
    differs('text', expected.get('text'), PREFIX_RULE),
  )
}

const BASH = {
  name: 'bash',
  class: 'slyglass.shell.Bash',
  function: {
    description: 'Runs a command.',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
}

async function play(
  vector: BubVector,
  tools: readonly ToolDefinition[],
  hosts?: (plain: ToolHostPort) => ToolHostPort,
) {
  const prefix = vector.input.has('prefix') ? textIn(vector.input.get('prefix')) : ','
  const message = textIn(vector.input.get('run'))
  const { log, offered } = await playAgent({
    tools,
    ...(hosts !== undefined && {
      hosts,
      clock: new RealClock(),
      entries: [BASH],
      studio: { permissions: { approval_required: [] } },
    }),
    more: { message, command: { prefix } },
  })
  const started = log.find((event) => isOf(event, 'command.started'))
  const finished = log.find((event) => isOf(event, 'command.finished'))
  const end = log.at(-1)
  return { log, offered, started, finished, end: end !== undefined && isOf(end, 'run.finished') ? end : undefined }
}

/** What the original keeps of a command, from our events. */
function kept({ started, finished }: Awaited<ReturnType<typeof play>>): object {
  return {
    name: 'command',
    raw: started?.text,
    status: finished?.outcome === 'ok' ? 'ok' : 'error',
    output: finished?.text,
  }
}

function checkKept(vector: BubVector, played: Awaited<ReturnType<typeof play>>): string | undefined {
  const asked = vector.expected.get('tape_event')
  if (!isJsonObject(asked)) return undefined
  const own = new Map(
    Object.entries({ ...kept(played), ...(asked.get('name') !== 'command' && { name: played.started?.name }) }),
  )
  return firstOf(...[...asked].map(([key, value]) => differs(`kept ${key}`, value, own.get(key))))
}

const checkRun: AreaRunner = async (vector) => {
  const played = await play(vector, [mathAdd(), BOOM])
  const { expected } = vector
  const events = expected.get('events')
  const last = isJsonList(events) ? events.at(-1) : undefined
  const answer = isJsonList(last) ? jsonAt(last[1], 'text') : expected.get('text')
  return firstOf(
    differs('requests to the model', [], played.offered),
    differs('text', answer, played.finished?.text),
    differs('answer of the run', answer, played.end?.answer),
    checkKept(vector, played),
  )
}

/** Both names of a tool find it here; a name that none has says what is missing. */
const checkOtherName: AreaRunner = async (vector) => {
  const found = await play(vector, [mathAdd()])
  const unknown = await play({ ...vector, input: new Map([['run', ',math_ad a=2 b=3']]) }, [mathAdd()])
  const says = unknown.finished?.text.includes('bash tool is not available')
  return firstOf(
    differs('text', '5', found.finished?.text),
    differs('says that there is no bash tool', true, says),
    differs('outcome', 'failed', unknown.finished?.outcome),
  )
}

const checkShell: AreaRunner = async (vector, { env }) => {
  const folder = await mkdtemp(join(tmpdir(), 'slyglass-command-'))
  try {
    const played = await play(vector, [mathAdd()], (plain) => withShell(plain, env, folder))
    return firstOf(
      differs('text', vector.expected.get('text'), played.finished?.text.trimEnd()),
      differs('outcome', vector.expected.has('raises') ? 'failed' : 'ok', played.finished?.outcome),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withShell(plain: ToolHostPort, env: VectorTools['env'], root: string): ToolHostPort {
  const limits = { memoryBytes: 512 * 1024 ** 2 }
  const own = withBuiltInTools(plain as ToolHosts, { env, limits })
  const placed = (call: Parameters<ToolHostPort['call']>[0]) =>
    own.call({ ...call, sources: { ...call.sources, projectRoot: root } })
  return { ...plain, call: placed }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export const checkCommand: AreaRunner = byId({
  'bub-034': checkText,
  'bub-035': checkText,
  'bub-037': checkText,
  'bub-038': checkPrefixes,
  'bub-039': checkParse,
  'bub-041': checkParse,
  'bub-042': checkRun,
  'bub-043': checkOtherName,
  'bub-045': checkRun,
  'bub-046': checkShell,
  'bub-047': checkShell,
})
