import type { RunId } from '@slyglass/base'
import { isJsonObject, type Json, type JsonObject, type JsonText, parseJson, printJson, sha256 } from '@slyglass/base'
import { pythonStr } from '@slyglass/tools'
import type { HostCall, HostReply, ToolHostPort } from '../ports.ts'

/** What a fake tool may use besides its arguments. */
export interface FakeCall {
  /** Key to JSON text; changes are merged back when the tool ends. */
  readonly board: Map<string, JsonText>
  readonly host: HostCall
}

/** Returns its value; throws an Error to fail like a Python exception. */
export type FakeTool = (args: JsonObject, call: FakeCall) => Json | Promise<Json>

/** Thrown by a fake tool to return a failure of its own, as `fail(reason)` does. */
export class Returned extends Error {}

/** Thrown by a fake tool whose process breaks down under it. */
export class BrokeDown extends Error {}

export interface FakeHosts extends ToolHostPort {
  /** Every call that began, as `class args`. */
  readonly began: readonly string[]
  readonly released: readonly RunId[]
}

/** Coded tools written as functions, by class name. A missing class is not found, as in a real host. */
export function fakeHosts(tools: Readonly<Record<string, FakeTool>>): FakeHosts {
  const began: string[] = []
  const released: RunId[] = []
  return {
    began,
    released,
    async call(call) {
      const tool = tools[call.className]
      if (tool === undefined) return notFound(call.className)
      const file = `coded_tools/${call.className.split('.')[0]}.py`
      await call.onStart({ language: 'python', file, sha: sha256('0'.repeat(64)), isolation: 'host' })
      began.push(`${call.className} ${call.args}`)
      return run(tool, call)
    },
    async release(run) {
      released.push(run)
    },
  }
}

const NOTHING = { sly: { set: {}, del: [], opaque: {} }, reads: undefined, abandoned: false, synchronous: false }

async function run(tool: FakeTool, call: HostCall): Promise<HostReply> {
  const board = new Map(call.sly)
  const parsed = parseJson(call.args)
  const args: JsonObject = parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
  const ended = { ...NOTHING, reads: [] }
  try {
    const value = await tool(args, { board, host: call })
    const sly = changes(call.sly, board)
    return { ...ended, sly, ok: true, text: pythonStr(value), value: printJson(value) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = codeOf(error, call)
    return { ...ended, sly: changes(call.sly, board), ok: false, failure: { code, message }, text: `Error: ${message}` }
  }
}

function codeOf(error: unknown, { signal }: HostCall): string {
  if (error instanceof Returned) return 'returned-error'
  if (error instanceof BrokeDown) return 'host-lost'
  return signal.aborted ? 'cancelled' : 'raised'
}

function changes(before: ReadonlyMap<string, JsonText>, after: ReadonlyMap<string, JsonText>): HostReply['sly'] {
  const set = [...after].filter(([key, text]) => before.get(key) !== text)
  return { set: Object.fromEntries(set), del: [...before.keys()].filter((key) => !after.has(key)), opaque: {} }
}

function notFound(className: string): HostReply {
  const message = `No class ${className} was found.`
  return {
    ...NOTHING,
    ok: false,
    failure: { code: 'class-not-found', message },
    text: `\nCould not find class "${className}"`,
  }
}
