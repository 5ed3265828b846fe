import { type Json, type JsonObject, printJson } from '@slyglass/base'
import { createTalk, type Talk } from '../commands/chatting/talk.ts'
import type { Launched } from '../commands/launch.ts'
import { chooseNetwork } from '../commands/making/choose-network.ts'
import { faultText } from '../workspace/fault-text.ts'
import type { ReadNetwork } from '../workspace/networks.ts'
import { type Expectation, expectationsIn, faultOf } from './evaluators.ts'
import { judge } from './judge.ts'
import { type Interaction, type TestCase, unwrittenKeys } from './read-case.ts'

/** How a test ended. */
export interface CaseResult {
  readonly passed: boolean
  /** Why not: one sentence for each run that failed. */
  readonly faults: readonly string[]
  readonly milliseconds: number
}

/** Runs a test: all of its runs at the same time, as its ratio says. */
export async function runCase(launched: Launched, test: TestCase): Promise<CaseResult> {
  const began = Date.now()
  const end = (passed: boolean, faults: readonly string[]) => ({ passed, faults, milliseconds: Date.now() - began })
  const unwritten = standInFaults(test)
  if (unwritten.length > 0) return end(false, unwritten)
  const chosen = await chooseNetwork({ ...launched.studio, project: launched.project }, test.agent, 'as agent')
  if (!chosen.ok) return end(false, [chosen.error])
  const network = chosen.value
  const broken = network.network.diagnostics.find(({ severity }) => severity === 'error')
  if (broken !== undefined)
    return end(false, [`${faultText(network, broken)}. The network cannot run until that is mended.`])
  const runs = Array.from({ length: test.ratio.of }, () => runOnce(launched, network, test))
  const faults = (await Promise.all(runs)).flatMap((fault) => fault ?? [])
  const passed = test.ratio.of - faults.length
  // Also "0/m" wants one run that passes.
  return end(passed >= Math.max(1, test.ratio.need), faults)
}

/** A turn without its private values would only answer something else. */
function standInFaults({ interactions }: TestCase): readonly string[] {
  return interactions.flatMap((turn, index) => {
    const keys = unwrittenKeys(turn)
    if (keys.length === 0) return []
    const where = interactions.length > 1 ? `sly_data of turn ${index + 1}` : 'sly_data'
    return [
      `Stand-ins for private values are still missing: in ${where}, write values for ${keys.join(', ')} in place of "…".`,
    ]
  })
}

/** Why one run failed; undefined when it passed. */
async function runOnce(launched: Launched, network: ReadNetwork, test: TestCase): Promise<string | undefined> {
  if (test.interactions.length === 0) return 'The test has no interactions.'
  const talk = createTalk({ launched, network, source: 'test', streaming: 'network' })
  const converse = async (): Promise<string | undefined> => {
    for (const [index, turn] of test.interactions.entries()) {
      const fault = await within(turn.timeoutMs, talk, () =>
        runTurn(launched, network, talk, withMetadata(turn, test, index)),
      )
      if (fault !== undefined) return test.interactions.length > 1 ? `Turn ${index + 1}: ${fault}` : fault
    }
    return undefined
  }
  try {
    return await within(test.timeoutMs, talk, converse)
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault)
  }
}

/** The test's metadata is what a service would have read from the headers. */
function withMetadata(turn: Interaction, { metadata }: TestCase, index: number): Interaction {
  if (metadata.size === 0 || (index > 0 && turn.sly === undefined)) return turn
  return { ...turn, sly: new Map([['request_metadata', printJson(metadata)], ...(turn.sly ?? [])]) }
}

async function within(
  milliseconds: number | undefined,
  talk: Talk,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  if (milliseconds === undefined) return work()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`It did not answer within ${milliseconds / 1000} s.`), milliseconds)
  })
  const working = work()
  const fault = await Promise.race([working, late])
  clearTimeout(timer)
  if (fault !== undefined) await talk.stop()
  await working.catch(() => undefined)
  return fault
}

async function runTurn(
  launched: Launched,
  network: ReadNetwork,
  talk: Talk,
  turn: Interaction,
): Promise<string | undefined> {
  const heard = await talk.say({ text: turn.text, ...(turn.sly === undefined ? {} : { sly: turn.sly }) })
  if (!turn.goesOn) talk.forget()
  const actual: JsonObject = new Map<string, Json>([
    ['text', heard.text],
    ['structure', heard.structure ?? null],
    ['sly_data', heard.slyData ?? null],
  ])
  for (const expectation of expectationsIn(turn.expected, actual)) {
    const fault = await faultIn(launched, network, expectation)
    if (fault !== undefined) return fault
  }
  return undefined
}

async function faultIn(
  launched: Launched,
  network: ReadNetwork,
  expectation: Expectation,
): Promise<string | undefined> {
  const { evaluator, expected, actual, path } = expectation
  if (evaluator !== 'gist' && evaluator !== 'not_gist') return faultOf(expectation)
  if (actual === undefined || actual === null) return `${path} is missing.`
  const { studio, project } = launched
  const provider = await studio.model.provider(project, undefined, async () => undefined)
  if (provider.ref.offline)
    return `${path}: ${evaluator} needs a real model to judge by, and none is set up. Set OPENAI_API_KEY, or OPENAI_BASE_URL.`
  for (const criteria of Array.isArray(expected) ? expected : [expected]) {
    const meets = await judge(launched, network, String(criteria), String(actual))
    if (meets === undefined) return `${path}: the judge did not say pass or fail.`
    if (meets !== (evaluator === 'gist')) return `${path} does not meet ${evaluator} "${String(criteria)}".`
  }
  return undefined
}
