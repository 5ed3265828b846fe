// Middleware written as functions, for a host that has no Python: what a step is told and answers is the same as there.
import { sha256 } from '@slyglass/base'
import type { HostCall, HostReply, ToolHostPort } from '../ports.ts'

/** What a step is told, as plain JavaScript. */
export interface Told {
  readonly make: { readonly agent: string; readonly args: Readonly<Record<string, unknown>> }
  readonly messages: readonly { readonly role: string; readonly content: string; readonly id: string }[]
  readonly extra: Readonly<Record<string, unknown>>
  readonly system?: string
  readonly call?: { readonly id: string; readonly tool: string; readonly args: string }
}

/** Lets the wrapped call be made. */
export type Ask = (changed: object) => Promise<Readonly<Record<string, unknown>>>

/** Steps of a class by hook. They give what changes, and throw an Error to fail like a Python exception. */
export type FakeClass = Readonly<Record<string, (told: Told, ask: Ask, call: HostCall) => object | Promise<object>>> & {
  readonly create?: never
}

/** A host whose middleware classes are functions; coded tools go to another. */
export function fakeMiddleware(
  tools: ToolHostPort,
  classes: Readonly<Record<string, FakeClass>>,
  created: Readonly<Record<string, object>> = {},
): ToolHostPort {
  return {
    release: (run) => tools.release(run),
    async call(call) {
      if (call.middleware === undefined) return tools.call(call)
      const steps = classes[call.className]
      if (steps === undefined) return failed('middleware-setup', `\nProblems loading class ${call.className}`)
      await call.onStart({ language: 'python', file: 'desk.py', sha: sha256('0'.repeat(64)), isolation: 'host' })
      return runStep(call, steps, created[call.className] ?? {})
    },
  }
}

async function runStep(call: HostCall, steps: FakeClass, created: object): Promise<HostReply> {
  const told: Told = JSON.parse(call.args)
  const hook = call.middleware?.hook ?? ''
  if (hook === 'create')
    return answered({ name: call.className, hooks: Object.keys(steps), jumps: {}, tools: [], ...created })
  const ask: Ask = async (changed) => {
    const reply = await call.middleware?.handler?.(JSON.stringify(changed))
    if (reply?.ok === true) return JSON.parse(reply.text)
    throw new CallFailed(reply?.message ?? 'nothing to ask')
  }
  try {
    return answered((await steps[hook]?.(told, ask, call)) ?? {})
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (call.signal.aborted) return failed('cancelled', '')
    return failed(error instanceof CallFailed ? 'call-failed' : 'middleware-raised', said)
  }
}

class CallFailed extends Error {}

const NOTHING = { sly: { set: {}, del: [], opaque: {} }, reads: [], abandoned: false, synchronous: false }

function answered(value: object): HostReply {
  return { ...NOTHING, ok: true, text: '', value: JSON.stringify(value) }
}

function failed(code: string, text: string): HostReply {
  return { ...NOTHING, ok: false, failure: { code, message: text.trim() }, text }
}
