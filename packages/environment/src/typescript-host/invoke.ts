// The body of a call in its worker: load the bundle, build the tool, run it, put the result into words and JSON.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { parseJson, printJson } from '@slyglass/base'
import type { CallMessage, FromHost } from '../messages.ts'
import type { Board } from './board.ts'
import type { WorkerCall } from './call.ts'
import { toTotalJson, toValue, Unholdable } from './values.ts'

export type Outcome =
  | { readonly ok: true; readonly text: string; readonly valueJson: string | null }
  | {
      readonly ok: false
      readonly code: string
      readonly message: string
      readonly text: string
      readonly traceback: string
    }

export type Finished = { readonly outcome: Outcome; readonly synchronous: boolean }

type Send = (message: FromHost) => void
type Method = (args: unknown, second: unknown) => unknown
const MAX_PROGRESS = 5_000

/** Runs one call to its outcome. Never rejects. */
export async function runCall(message: CallMessage, call: WorkerCall, board: Board, send: Send): Promise<Finished> {
  try {
    return await findAndRun(message, call, board, send)
  } catch (problem) {
    return { outcome: raised(problem), synchronous: false }
  }
}

async function findAndRun(message: CallMessage, call: WorkerCall, board: Board, send: Send): Promise<Finished> {
  const name = message.class.slice(message.class.lastIndexOf('.') + 1)
  const bundle = message.bundle
  if (bundle === undefined) return finished(failed('class-not-found', 'no bundle was handed over', '', ''))
  let exported: unknown
  try {
    const module: Record<string, unknown> = await import(pathToFileURL(bundle.path).href)
    exported = module[name]
  } catch (problem) {
    const said = `${bundle.file} fails to load: ${words(problem)}`
    return finished(failed('class-not-found', said, `Error: ${said}`, trace(problem)))
  }
  send({ type: 'found', call: call.id, file: bundle.file, sha: bundle.sha })
  await call.go
  const tool = buildTool(exported, message.class)
  if ('ok' in tool) return finished(tool)
  const args = prepareArguments(message, call, send)
  const second = tool.takesContext ? context(message, call, board, send) : board.data
  const value = await tool.method(args, second)
  return { outcome: result(value), synchronous: tool.synchronous }
}

function finished(outcome: Outcome): Finished {
  return { outcome, synchronous: false }
}

interface BuiltTool {
  readonly method: Method
  readonly synchronous: boolean
  readonly takesContext: boolean
}

function buildTool(exported: unknown, className: string): BuiltTool | Outcome {
  if (typeof exported === 'object' && exported !== null && 'execute' in exported) {
    const method = methodOf(exported, 'execute')
    if (method !== undefined) return { method, synchronous: false, takesContext: true }
  }
  if (typeof exported !== 'function') return notATool(className)
  if (exported.length > 0) {
    const text =
      `\nCoded tool class ${className} must take no arguments to its constructor.\n` +
      'A coded tool is built anew for every call, with nothing to hand over. Fixed settings belong into the "args" of the entry.\n'
    return failed('constructor', `${className} cannot be built: its constructor must take no arguments.`, text, '')
  }
  let tool: object
  try {
    tool = Reflect.construct(exported, [])
  } catch (problem) {
    return failed('constructor', `${className} cannot be built: ${words(problem)}`, words(problem), trace(problem))
  }
  const asynchronous = methodOf(tool, 'asyncInvoke') ?? methodOf(tool, 'async_invoke')
  if (asynchronous !== undefined) return { method: asynchronous, synchronous: false, takesContext: false }
  const synchronous = methodOf(tool, 'invoke')
  return synchronous === undefined
    ? notATool(className)
    : { method: synchronous, synchronous: true, takesContext: false }
}

function methodOf(tool: object, name: string): Method | undefined {
  const method: unknown = Reflect.get(tool, name)
  return typeof method === 'function' ? (args, second) => Reflect.apply(method, tool, [args, second]) : undefined
}

function notATool(className: string): Outcome {
  const said = `${className} is not a coded tool`
  const hint = 'Export a class with `async asyncInvoke(args, slyData)`, or `defineTool({ execute(args, ctx) { … } })`.'
  return failed('not-a-tool', `${said}. ${hint}`, `Error: ${said}`, '')
}

/** The arguments, frozen all through: a tool that writes into them fails where it does so. */
function prepareArguments(message: CallMessage, call: WorkerCall, send: Send): unknown {
  const parsed = parseJson(message.argsJson)
  const args = (parsed.ok ? toValue(parsed.value) : {}) as Record<string, unknown>
  args.origin ??= message.origin.map((step) => ({ ...step }))
  args.origin_str ??= message.origin.map(stepName).join('.')
  args.progress_reporter ??= new ProgressJournal((structure, content) => report(call, send, structure, content))
  return freeze(args)
}

/** What a class finds as `args.progress_reporter`. It prints as its name: tools log their arguments. */
class ProgressJournal {
  readonly #report: (structure: unknown, content: unknown) => void
  constructor(report: (structure: unknown, content: unknown) => void) {
    this.#report = report
  }
  async asyncReportProgress(structure: unknown, content: unknown = ''): Promise<void> {
    this.#report(structure, content)
  }
  [inspect.custom](): string {
    return '[ProgressJournal]'
  }
}

function stepName(step: CallMessage['origin'][number]): string {
  const index = step.instantiation_index
  return index <= 1 ? step.tool : `${step.tool}-${String(index).padStart(2, '0')}`
}

function context(message: CallMessage, call: WorkerCall, board: Board, send: Send): object {
  return {
    slyData: board.data,
    signal: call.abort.signal,
    callId: call.id,
    idempotencyKey: message.idempotencyKey,
    agentPath: message.origin.map(stepName).join('.'),
    progress: (part: unknown) =>
      report(call, send, typeof part === 'string' ? {} : part, typeof part === 'string' ? part : ''),
  }
}

function report(call: WorkerCall, send: Send, structure: unknown, content: unknown): void {
  if (structure === null || structure === undefined || call.isOver || call.progress >= MAX_PROGRESS) return
  if (typeof structure !== 'object' || Array.isArray(structure)) throw new Error('Progress takes an object.')
  call.progress += 1
  const structureJson = printJson(toTotalJson(structure))
  send({ type: 'progress', call: call.id, structureJson, content: String(content ?? '') })
}

function result(value: unknown): Outcome {
  const valueJson = textOrNull(value)
  return { ok: true, text: typeof value === 'string' ? value : valueJson, valueJson }
}

function textOrNull(value: unknown): string {
  try {
    return printJson(toTotalJson(value))
  } catch (problem) {
    if (problem instanceof Unholdable) return 'null'
    throw problem
  }
}

function raised(problem: unknown): Outcome {
  const message = problem instanceof Error ? `${problem.name}: ${problem.message}` : words(problem)
  return failed('raised', message, `Error: ${words(problem)}`, trace(problem))
}

function words(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}

function trace(problem: unknown): string {
  const stack = problem instanceof Error ? (problem.stack ?? '') : ''
  const own = fileURLToPath(import.meta.url)
  return stack
    .split('\n')
    .filter((line) => !line.includes(own))
    .join('\n')
}

function failed(code: string, message: string, text: string, traceback: string): Outcome {
  return { ok: false, code, message, text, traceback }
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}
