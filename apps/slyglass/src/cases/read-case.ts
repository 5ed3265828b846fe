// A data-driven test: one HOCON file with a network, what is said to it, and what is expected of its answers.
import {
  err,
  isJsonList,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  type JsonText,
  ok,
  printJson,
  type Result,
} from '@slyglass/base'
import { evaluate, jsonOf } from '@slyglass/hocon'

/** One turn. */
export interface Interaction {
  readonly text: string
  /** In place of what earlier turns left. */
  readonly sly?: ReadonlyMap<string, JsonText>
  readonly timeoutMs?: number
  /** False: the next turn begins a new conversation and drops the private values that came back. */
  readonly goesOn: boolean
  readonly expected: JsonObject
}

/** What a test that was saved from a run has in place of a private value, which got into no file. */
const UNWRITTEN = printJson('…')

/** The keys of a turn whose stand-ins are still to be written. */
export function unwrittenKeys({ sly = new Map() }: Interaction): readonly string[] {
  return [...sly].flatMap(([key, value]) => (value === UNWRITTEN ? [key] : []))
}

/** A test. */
export interface TestCase {
  readonly agent: string
  /** Of `of` runs, `need` must pass. */
  readonly ratio: { readonly need: number; readonly of: number }
  readonly timeoutMs?: number
  readonly metadata: JsonObject
  readonly interactions: readonly Interaction[]
}

const MOST_RUNS = 100

/** Reads a test, or says in one sentence why it is none. */
export function readCase(
  text: string,
  doc: string,
  texts: Readonly<Record<string, string>> = {},
): Result<TestCase, string> {
  const evaluation = evaluate(text, {
    profile: 'neuro-san',
    doc,
    read: (path) => texts[path],
    list: () => Object.keys(texts),
    env: () => undefined,
  })
  const fault = evaluation.diagnostics.find(({ severity }) => severity === 'error')
  if (fault !== undefined) return err(fault.message)
  const json = jsonOf(evaluation.value)
  if (!isJsonObject(json)) return err('A test is an object with agent and interactions.')
  const agent = json.get('agent')
  if (typeof agent !== 'string') return err('The test does not say which agent it is for: agent = "name".')
  const ratio = readRatio(json.get('success_ratio') ?? '1/1')
  if (ratio === undefined) return err('success_ratio is written "n/m": of m runs, n must pass.')
  const listed = json.get('interactions') ?? []
  if (!isJsonList(listed)) return err('interactions is a list of turns.')
  const metadata = json.get('metadata')
  const interactions = listed.map((one) => (isJsonObject(one) ? readInteraction(one) : undefined))
  if (interactions.includes(undefined)) return err('A turn of interactions is an object with a text.')
  return ok({
    ...{ agent, ratio, interactions: interactions.flatMap((one) => one ?? []) },
    metadata: isJsonObject(metadata) ? metadata : new Map(),
    ...timeoutOf(json),
  })
}

function readRatio(value: Json): TestCase['ratio'] | undefined {
  const [, need, of] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(typeof value === 'string' ? value : '') ?? []
  const ratio = { need: Number(need), of: Number(of) }
  return of === undefined || ratio.of < 1 || ratio.of > MOST_RUNS ? undefined : ratio
}

function timeoutOf(json: JsonObject): { timeoutMs?: number } {
  const seconds = json.get('timeout_in_seconds')
  return seconds instanceof JsonNumber ? { timeoutMs: seconds.toNumber() * 1000 } : {}
}

function readInteraction(json: JsonObject): Interaction {
  const [text, sly, expected] = [json.get('text'), json.get('sly_data'), json.get('response')]
  return {
    text: typeof text === 'string' ? text : '',
    goesOn: json.get('continue_conversation') !== false,
    expected: isJsonObject(expected) ? expected : new Map(),
    ...(isJsonObject(sly) ? { sly: new Map([...sly].map(([key, value]) => [key, printJson(value)])) } : {}),
    ...timeoutOf(json),
  }
}
