// Code of a model in Python, in a process of its own, with tools in Python: what it may call, what comes back of it.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { createCodePort } from '@slyglass/environment'
import { isOf, type RunEvent } from '@slyglass/run-log'
import { scriptedModels, testBench, testRequest } from '@slyglass/runtime/testing'
import { codeIdentifier } from '@slyglass/tools'
import { hostAssets } from '../../../server/start-server.ts'
import { type AreaRunner, byId, type VectorTools } from './area-runner.ts'
import type { BubVector } from './bub-vector.ts'
import { differs, firstOf } from './expect-value.ts'
import { withPythonTools } from './python-tools.ts'
import { RealClock } from './real-clock.ts'

const TOOLS = `
import datetime
from typing import TypedDict
from slyglass.tools import tool

class Order(TypedDict):
    id: str
    status: str

@tool(name="math.add")
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b

@tool(renderer=lambda order: f"Order {order['id']}: {order['status']}")
def lookup_order(order_id: str) -> Order:
    return {"id": order_id, "status": "shipped"}

@tool
def fail(msg: str):
    raise ValueError(msg)

@tool
def tup():
    return (1, "a")

@tool
def when():
    return datetime.date(2026, 1, 2)

@tool
def st():
    return {7}

@tool
def odd():
    return object()
`

const NAMES = ['add', 'lookup_order', 'fail', 'tup', 'when', 'st', 'odd'] as const

interface CodePlayed {
  /** What the model read of the call. */
  readonly told: string
  /** The instructions of its first request. */
  readonly instructions: string
  readonly log: readonly RunEvent[]
  readonly root: string
}

interface CodePlay {
  readonly code: string
  readonly timeout_seconds?: number
  readonly enabled?: boolean
  /** How many seconds one of the limit takes. */
  readonly slowness?: number
  /** Looks at the folder of the code before it is taken away. */
  readonly after?: (root: string) => Promise<void>
}

function playCode(tools: VectorTools, { enabled = true, slowness = 1, after, ...args }: CodePlay): Promise<CodePlayed> {
  return withPythonTools(tools, TOOLS, async (hosts, sources) => {
    const network = {
      llm_config: { model_name: 'gpt-4o', use_responses_api: false },
      studio: { profile: 'bub', code_mode: { enabled, language: 'python' } },
      tools: [
        {
          name: 'desk',
          instructions: 'AGENT:desk Work.',
          function: { description: 'I work.' },
          tools: NAMES.map((name) => (name === 'add' ? 'math_add' : name)),
        },
        ...NAMES.map((name) => ({ name: name === 'add' ? 'math_add' : name, class: `tools.${name}` })),
      ],
    }
    const call = { tool: 'run_code', args: JSON.stringify(args) }
    const models = scriptedModels([{ assistantTurns: 0, answer: { calls: [call] } }, { answer: { content: 'done' } }])
    const assets = tools.assets ?? hostAssets(join(tools.dist, 'hosts'))
    const code = createCodePort({ assets, env: tools.env })
    try {
      const bench = testBench({ models, hosts, code, clock: new RealClock(slowness) })
      const log = await bench.run(testRequest(network, 'go', { source: 'chat', sources }))
      await after?.(sources.projectRoot)
      const ends = log.flatMap((event) => (isOf(event, 'tool.finished') && !event.span.includes('#') ? [event] : []))
      return {
        told: ends[0]?.text ?? '',
        instructions: instructionsIn(models.seen[0]?.body),
        log,
        root: sources.projectRoot,
      }
    } finally {
      await code.dispose()
    }
  })
}

function instructionsIn(body = '{}'): string {
  const parsed = parseJson(body)
  const messages = parsed.ok ? jsonAt(parsed.value, 'messages') : undefined
  const first = isJsonList(messages) ? jsonAt(messages[0] ?? null, 'content') : undefined
  return typeof first === 'string' ? first : ''
}

const codeOf = ({ input }: BubVector): string => String(input.get('code'))

function objectOf(text: string): JsonObject {
  const parsed = parseJson(text)
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
}

async function checkOutput(vector: BubVector, tools: VectorTools): Promise<string | undefined> {
  const { told } = await playCode(tools, { code: codeOf(vector) })
  return differs('output', vector.expected.get('output'), told)
}

/** Names of files differ from run to run: `*` stands for any. Lines of marks below the code are of one version of Python. */
function plain(text: Json | undefined): string {
  const whole = typeof text === 'string' ? text : ''
  return whole.replace(/<run_code-[^>]*>/g, '<run_code-*>').replace(/\n\s*[~^]+(?=\n)/g, '')
}

async function checkError({ input, expected }: BubVector, tools: VectorTools): Promise<string | undefined> {
  const given = input.get('timeout_seconds')
  const played = await playCode(tools, {
    code: String(input.get('code')),
    ...(given !== undefined && { timeout_seconds: Number(String(given)) || 1, slowness: SLOWNESS }),
  })
  const error = objectOf(played.told)
  const wanted = expected.get('error') ?? null
  const at = (key: string) => [jsonAt(wanted, 'details', key), jsonAt(error, 'details', key)] as const
  const details = ['output', 'stderr', 'traceback'].map((key) => {
    const [asked, got] = at(key)
    return asked === undefined ? undefined : differs(key, plain(asked), plain(got))
  })
  return firstOf(
    jsonAt(wanted, 'kind') === undefined ? undefined : differs('kind', jsonAt(wanted, 'kind'), error.get('kind')),
    differs('message', jsonAt(wanted, 'message'), error.get('message')),
    ...details,
    checkTime(expected.get('at_most_seconds'), played.log),
  )
}

/** A busy machine may need more than a second to say the first word; code that is not stopped at all takes longer than the limit anyway. */
const SLOWNESS = 5

/** In seconds of the run, and of the code alone: how long its interpreter needs to start is a matter of the machine. */
function checkTime(most: Json | undefined, log: readonly RunEvent[]): string | undefined {
  if (most === undefined) return undefined
  const begun = log.find((event) => isOf(event, 'attempt.started') && event.of === 'tool')
  const ended = log.find((event) => isOf(event, 'attempt.finished') && event.span === begun?.span)
  const seconds = ((ended?.at ?? Number.POSITIVE_INFINITY) - (begun?.at ?? 0)) / 1000
  return seconds > Number(String(most)) ? `it took ${seconds} seconds` : undefined
}

/** Writes as soon as the code is said to have ended, and so never before it, however slow the machine is. */
const LEFT = `
import os, time
while not os.path.exists('over.txt'):
    time.sleep(0.05)
open('left.txt', 'w').close()
`

const CHILD = `
import subprocess, sys
subprocess.Popen([sys.executable, "-c", ${JSON.stringify(LEFT)}])
print("spawned")
`

export const checkCode: AreaRunner = byId({
  'bub-058': checkOutput,
  'bub-059': checkOutput,
  // The same, and what the tool itself said.
  async 'bub-061'(vector, tools) {
    const { told } = await playCode(tools, { code: codeOf(vector) })
    return differs('output', "BubError [tool] Tool 'fail' execution failed. ValueError: nope\n", told)
  },
  'bub-062': checkError,
  'bub-063': checkError,
  'bub-065': checkOutput,
  async 'bub-066'({ expected }, tools) {
    const code = 'try:\n    await tools.odd()\nexcept Exception as e:\n    print(type(e).__name__, str(e))'
    const { told } = await playCode(tools, { code })
    const part = String(expected.get('output_contains'))
    return told.includes(part) ? undefined : `expected ${part}, got ${told}`
  },
  async 'bub-067'(vector, tools) {
    const { told } = await playCode(tools, { code: codeOf(vector) })
    const parts = vector.expected.get('output_contains')
    const missing = isJsonList(parts) ? parts.map(String).find((part) => !told.includes(part)) : 'everything'
    return missing === undefined ? undefined : `expected ${missing} in ${told}`
  },
  'bub-069': checkError,
  'bub-070': checkError,
  // A child in a group of its own ends too.
  async 'bub-071'({ expected }, tools) {
    let left: boolean | undefined
    const apart = CHILD.replace('])\n', '], start_new_session=True)\n')
    const played = await playCode(tools, {
      code: `${CHILD}${apart.replace('print("spawned")', '')}`,
      async after(root) {
        await writeFile(join(root, 'over.txt'), '')
        await sleep(3_000)
        left = existsSync(join(root, 'left.txt'))
      },
    })
    return firstOf(
      differs('output', expected.get('output'), played.told),
      differs('file', expected.get('file_exists_after_3_s'), left),
    )
  },
  async 'bub-073'({ expected }, tools) {
    const { told } = await playCode(tools, { code: 'print(1)', enabled: false })
    return differs('error', expected.get('error'), objectOf(told))
  },
  async 'bub-074'({ input, expected }) {
    const names = input.get('names')
    const identifiers = isJsonList(names) ? names.map((name) => codeIdentifier(String(name))) : []
    return differs('identifiers', expected.get('identifiers'), identifiers)
  },
  async 'bub-075'({ expected }, tools) {
    const { instructions } = await playCode(tools, { code: '' })
    const declarations = expected.get('declarations')
    const said = instructions.replace(/\n {4}(?=\w)/g, ' ').replace(/(: str) (status: str)/g, '$1; $2')
    const missing = isJsonList(declarations)
      ? declarations.map(String).find((one) => !said.includes(one))
      : 'everything'
    const hasDoc = instructions.includes('    """Add two integers."""') && /-> Order: \.\.\./.test(instructions)
    return missing === undefined
      ? hasDoc
        ? undefined
        : `no docstring in ${instructions}`
      : `expected ${missing} in ${instructions}`
  },
})
