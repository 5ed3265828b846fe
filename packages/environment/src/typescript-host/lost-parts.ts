// Which parts of a result JSON cannot hold as they are, for the person who wrote the tool.

const MOST = 5
const DEEPEST = 200

/** One sentence for each such part: where it stands, what it is, and what stands there instead. */
export function lostParts(value: unknown): readonly string[] {
  const found: string[] = []
  walk(value, 'result', [], found)
  return found
}

function walk(value: unknown, path: string, above: readonly unknown[], found: string[]): void {
  if (found.length >= MOST || above.length > DEEPEST) return
  const loss = lossOf(value, above)
  if (loss !== undefined) found.push(`${path} is ${loss[0]}, which JSON does not have: it is handed on ${loss[1]}.`)
  if (loss !== undefined || typeof value !== 'object' || value === null || 'toJSON' in value) return
  const way = [...above, value]
  for (const key of Object.keys(value)) {
    const step = Array.isArray(value) ? `[${key}]` : `.${key}`
    walk(readPart(value, key), `${path}${step}`, way, found)
  }
}

/** What a value is and what becomes of it, when JSON has nothing like it. */
function lossOf(value: unknown, above: readonly unknown[]): readonly [what: string, instead: string] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : [String(value), `as the text "${value}"`]
  if (typeof value === 'function' || typeof value === 'symbol') return [`a ${typeof value}`, 'in words']
  if (typeof value !== 'object' || value === null) return undefined
  if (above.includes(value)) return ['a part of itself (circular)', 'as "[circular]"']
  if (value instanceof Set) return ['a set', 'as a list']
  if (value instanceof Map) return ['a map', 'as an object']
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return ['bytes', 'in words']
  const isHandle = value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet
  return isHandle ? [`a ${value.constructor.name}`, 'in words'] : undefined
}

/** Getters may throw: what they throw stands in their place. */
function readPart(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}
