import { isJsonObject, type JsonObject, printJson, toJson } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyContextOps, type ContextOp, contextOpsJson, readContextOps } from './context-ops.ts'
import { update } from './context-update.ts'

const deps = (value: object): JsonObject => {
  const json = toJson(value)
  return isJsonObject(json) ? json : new Map()
}
const after = (value: object, ops: readonly ContextOp[]) => printJson(applyContextOps(deps(value), ops))

describe('changes of what tools share', () => {
  test.each([
    [{ a: 1 }, update().set('a', 2), '{"a":2}'],
    [{ a: [1] }, update().append('a', 2), '{"a":[1,2]}'],
    [{}, update().append('a', 1).append('a', 2), '{"a":[1,2]}'],
    [{ a: 'x' }, update().append('a', 'y'), '{"a":["x","y"]}'],
    [{ a: { b: { c: 1 }, d: 2 } }, update().merge('a', { b: { e: 3 } }), '{"a":{"b":{"c":1,"e":3},"d":2}}'],
    [{ a: 1, b: 2 }, update().delete('a'), '{"b":2}'],
    [{}, update().set('a', []).append('a', 1), '{"a":[1]}'],
    [{ a: 1 }, update().logEvent('seen', { a: 1 }), '{"a":1}'],
  ])('[U-87] %o', (before, changes, expected) => {
    expect(after(before, changes.ops)).toBe(expected)
  })

  test('[E-9] two calls that set one key: the later call wins', () => {
    expect(after({}, [...update().set('marker', 'first').ops, ...update().set('marker', 'second').ops])).toBe(
      '{"marker":"second"}',
    )
  })

  test('[E-10] two appends of one batch both survive', () => {
    expect(after({ log: ['old'] }, [...update().append('log', 'a').ops, ...update().append('log', 'b').ops])).toBe(
      '{"log":["old","a","b"]}',
    )
  })

  const key = fc.constantFrom('a', 'b', 'c')
  const value = fc.jsonValue().map((one) => toJson(one))
  const op: fc.Arbitrary<ContextOp> = fc.oneof(
    fc.record({ op: fc.constant('set' as const), key, value }),
    fc.record({ op: fc.constant('append' as const), key, value }),
    fc.record({ op: fc.constant('delete' as const), key }),
    fc.record({ op: fc.constant('log_event' as const), type: key, data: value }),
  )

  test('survive JSON, and are applied the same at once or one by one', () => {
    fc.assert(
      fc.property(fc.array(op), fc.array(op), (first, second) => {
        const read = readContextOps(contextOpsJson([...first, ...second]))
        const whole = applyContextOps(new Map(), read)
        const steps = applyContextOps(applyContextOps(new Map(), first), second)
        expect(printJson(whole)).toBe(printJson(steps))
      }),
    )
  })
})
