// The body of a call in its worker: load the bundle, find the tool, run it, put the result into words and JSON.
import { pathToFileURL } from 'node:url'
import { parseJson, printJson } from '@slyglass/base'
import {
  contextOpsJson,
  describeTool,
  freezeDeep,
  plainJson,
  readTool,
  startTool,
  type ToolContext,
  type ToolDefinition,
  toolArguments,
} from '@slyglass/tools/define'
import type { CallMessage, FromHost } from '../messages.ts'
import type { Board } from './board.ts'
import type { WorkerCall } from './call.ts'
import { boardContext, createContext, report } from './call-context.ts'
import { type FoundTool, findTool, isDescribed } from './find-tool.ts'
import { lostParts } from './lost-parts.ts'
import { failed, type Outcome, raised, trace, words } from './outcome.ts'
import { reservedArguments } from './reserved.ts'
import { readValue } from './values.ts'

export type Finished = {
  readonly outcome: Outcome
  readonly synchronous: boolean
  readonly warnings?: readonly string[]
}

type Send = (message: FromHost) => void

/** Where a call runs. */
export interface CallPlace {
  readonly call: WorkerCall
  readonly board: Board
  readonly state: Record<string, unknown>
  readonly send: Send
  /** Waits for a debugger; absent where none is wanted. */
  readonly attach?: ((call: string) => Promise<void>) | undefined
}

type Finish = (end: Finished) => void

/** Runs one call to its outcome, and tells it; of code that goes on after its end perhaps once more. */
export function runCall(message: CallMessage, place: CallPlace, finish: Finish): void {
  const { bundle, permit } = message
  const orBroken = (problem: unknown) => finish(broken(problem))
  if (bundle?.engine === 'quickjs') {
    quickJs()
      .then(({ runInQuickJs }) => runInQuickJs(message, place))
      .then(finish, orBroken)
    return
  }
  const module = permit === undefined || bundle === undefined ? undefined : modules.get(bundle.path)
  if (module !== undefined) runLoaded(module, message, place, finish)
  else loadAndRun(message, place, finish).catch(orBroken)
}

/** The engine is large and most tools do without it. */
function quickJs(): Promise<typeof import('../sandbox/quickjs/engine.ts')> {
  return import(new URL('./quickjs-engine.mjs', import.meta.url).href)
}

/** What this thread has loaded. To import it again would look at files again. */
const modules = new Map<string, Record<string, unknown>>()

async function load(path: string): Promise<Record<string, unknown>> {
  const module: Record<string, unknown> = await import(pathToFileURL(path).href)
  modules.set(path, module)
  return module
}

async function loadAndRun(message: CallMessage, place: CallPlace, finish: Finish): Promise<void> {
  const { bundle } = message
  if (bundle === undefined) return finish(finished(failed('class-not-found', 'no bundle was handed over', '', '')))
  let module: Record<string, unknown>
  try {
    module = modules.get(bundle.path) ?? (await load(bundle.path))
  } catch (problem) {
    const said = `${bundle.file} fails to load: ${words(problem)}`
    return finish(finished(failed('load-failed', said, `Error: ${said}`, trace(problem))))
  }
  if (message.task === undefined && message.permit === undefined) {
    place.send({ type: 'found', call: message.call, file: bundle.file, sha: bundle.sha })
    await place.call.go
    if (place.call.isStopped) return finish(finished(failed('cancelled', '', '', '')))
  }
  runLoaded(module, message, place, finish)
}

/** The end of a call is that of what it runs, or of code that it left behind and that went wrong first. */
function runLoaded(module: Record<string, unknown>, message: CallMessage, place: CallPlace, finish: Finish): void {
  place.call.fail = (outcome) => finish(finished(outcome))
  const { task } = message
  const { attach } = place
  const orBroken = (problem: unknown) => finish(broken(problem))
  if (task !== undefined) answer(module, message, task).then((outcome) => finish(finished(outcome)), orBroken)
  else if (attach === undefined) run(module, message, place, finish)
  else attach(message.call).then(() => run(module, message, place, finish), orBroken)
}

function answer(
  module: Record<string, unknown>,
  message: CallMessage,
  task: NonNullable<CallMessage['task']>,
): Promise<Outcome> {
  return task === 'hook' ? runHook(module, message) : tell(module, message, task)
}

const broken = (problem: unknown): Finished => finished(raised(problem))

function finished(outcome: Outcome): Finished {
  return { outcome, synchronous: false }
}

/** A tool that has been called: what it gave, or a promise of that. */
interface Started {
  readonly found: FoundTool
  readonly ctx: ToolContext
  readonly given: unknown
}

/** Every call passes here, and each promise costs: there is one besides that of the tool. */
function run(module: Record<string, unknown>, message: CallMessage, place: CallPlace, finish: Finish): void {
  const started = start(module, message, place)
  if ('outcome' in started) {
    finish(started)
    return
  }
  const { found, ctx, given } = started
  Promise.resolve(given).then(
    (returned) => finish(endOf(found, returned, ctx)),
    (problem) => finish(broken(problem)),
  )
}

function start(module: Record<string, unknown>, message: CallMessage, place: CallPlace): Started | Finished {
  try {
    const found = findTool(module, message.class)
    if ('ok' in found) return finished(found)
    const ctx = found.reserved
      ? boardContext(place)
      : createContext({ ...place, message, env: found.definition.options.env ?? [] })
    const args = argumentsOf(message, place, found)
    // biome-ignore lint/suspicious/noDebugger: a person who asked for the debugger begins here; one step in is the tool.
    if (place.attach !== undefined) debugger
    return { found, ctx, given: startTool(found, args, ctx) }
  } catch (problem) {
    return broken(problem)
  }
}

function argumentsOf(message: CallMessage, { call, send }: CallPlace, { reserved }: FoundTool) {
  const args = (readValue(message.argsJson) ?? {}) as Record<string, unknown>
  if (!reserved) return toolArguments(args)
  return toolArguments(
    args,
    reservedArguments(message, (structure, content) => report(call, send, structure, content)),
  )
}

function endOf({ definition, synchronous }: FoundTool, returned: unknown, ctx: ToolContext): Finished {
  try {
    const outcome = outcomeOf(definition, returned, ctx)
    return outcome.ok ? { outcome, synchronous, warnings: lostParts(returned) } : { outcome, synchronous }
  } catch (problem) {
    return broken(problem)
  }
}

function outcomeOf(definition: ToolDefinition, returned: unknown, ctx: ToolContext): Outcome {
  const end = readTool(definition, returned, ctx)
  if (!end.ok) {
    const { reason, category, details } = end
    const outcome = failed('returned-error', reason, `Error: ${plainReason(reason)}`, details ?? '')
    return category === undefined ? outcome : ({ ...outcome, category } as Outcome)
  }
  const { text, value, ops } = end
  const outcome: Outcome = value === text ? { ok: true, text } : { ok: true, text, valueJson: printJson(value) }
  return ops.length === 0 ? outcome : { ...outcome, updateJson: printJson(contextOpsJson(ops)) }
}

/** A reason that is a text is read without its quotes. */
function plainReason(reason: string): string {
  const read = parseJson(reason)
  return read.ok && typeof read.value === 'string' ? read.value : reason
}

async function runHook(module: Record<string, unknown>, message: CallMessage): Promise<Outcome> {
  const hook = module[message.class]
  if (typeof hook !== 'function') return failed('class-not-found', `it exports no function ${message.class}`, '', '')
  const payload = readValue(message.argsJson) ?? {}
  const answer: unknown = await Reflect.apply(hook, undefined, [freezeDeep(payload)])
  return { ok: true, text: '', valueJson: printJson(plainJson(answer)) }
}

/** What a definition says of itself, or how it is. */
async function tell(
  module: Record<string, unknown>,
  message: CallMessage,
  task: 'describe' | 'health',
): Promise<Outcome> {
  const nothing: Outcome = { ok: true, text: '', valueJson: null }
  if (!isDescribed(module, message.class)) return nothing
  const found = findTool(module, message.class)
  if ('ok' in found) return found
  const { definition } = found
  if (task === 'health') {
    if (definition.options.health === undefined) return nothing
    return { ok: true, text: '', valueJson: printJson(plainJson(await definition.options.health())) }
  }
  const missing = (definition.options.env ?? []).filter((name) => (process.env[name] ?? '') === '')
  return { ok: true, text: '', valueJson: printJson(plainJson({ ...describeTool(definition), missing })) }
}
