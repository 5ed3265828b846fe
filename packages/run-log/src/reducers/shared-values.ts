// What tools share in a session, as the front man's calls left it, and which call changed which key.
import { isJsonObject, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { applyContextOps, type ContextOp, readContextOps } from '../context-ops.ts'
import type { LogEvent } from '../events.ts'
import { COMMAND_SPAN, FRONT_MAN_SPAN } from '../paths.ts'
import type { Reducer, SharedValues } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

const INITIAL: SharedValues = { lastSeq: -1, values: new Map(), changes: [] }

interface Draft extends Omit<Mutable<SharedValues>, 'changes'> {
  changes: SharedValues['changes'][number][]
}

/** Agents below have committed through the call that activated them, so only the front man's calls count. */
export const sharedValuesReducer: Reducer<SharedValues> = foldReducer<SharedValues, Draft>(INITIAL, {
  open: (state) => ({ ...state, changes: [...state.changes] }),
  close: (draft) => draft,
  apply(draft, event) {
    if (event.type === 'run.started') draft.values = objectOf(event.deps)
    if (event.type !== 'context.changed' || !isFrontMans(event)) return
    const ops = readOps(event.changes)
    if (ops.length === 0) return
    draft.values = applyContextOps(draft.values, ops)
    draft.changes.push({ seq: event.seq, call: event.span, keys: keysOf(ops) })
  },
})

/** A command of the application changes them without a call. */
function isFrontMans({ span, parent }: LogEvent): boolean {
  return parent === FRONT_MAN_SPAN || span === COMMAND_SPAN
}

/** The shared values after a log, with which the session's next run begins; what looks like a credential ends with its run. */
export function sharedAfter(log: readonly LogEvent[]): JsonObject {
  return withoutCredentials(sharedValuesReducer.reduce(INITIAL, log).values)
}

const CREDENTIAL =
  /api_?key|token|secret|passw(?:or)?d|authorization|credential|private_key|access_key|auth_token|bearer/i

function withoutCredentials(values: JsonObject): JsonObject {
  const kept = [...values].filter(([key]) => !CREDENTIAL.test(key))
  return new Map(kept.map(([key, value]) => [key, isJsonObject(value) ? withoutCredentials(value) : value] as const))
}

function readOps(text: string): readonly ContextOp[] {
  const parsed = parseJson(text)
  return parsed.ok ? readContextOps(jsonAt(parsed.value, 'ops')) : []
}

function keysOf(ops: readonly ContextOp[]): readonly string[] {
  return [...new Set(ops.flatMap((op) => (op.op === 'log_event' ? [] : [op.key])))]
}

function objectOf(text: string | undefined): JsonObject {
  const parsed = parseJson(text ?? '{}')
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map()
}
