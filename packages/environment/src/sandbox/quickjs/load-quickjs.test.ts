import { expect, test } from 'vitest'
import { isFull, loadQuickJs } from './load-quickjs.ts'

test.each([
  ['buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1e6))'],
  ['lists', 'const a = []; for (;;) a.push([a, a, a, a])'],
  ['texts', 'const a = []; for (;;) a.push("x".repeat(1e5) + a.length)'],
])('%s fill no more than the memory that an engine was given', async (_what, code) => {
  const engine = await loadQuickJs(8)
  const context = engine.newContext()
  const result = context.evalCode(code)
  expect(result.error).toBeDefined()
  result.error?.dispose()
  expect(isFull(engine, 8)).toBe(true)
  expect(engine.getWasmMemory().buffer.byteLength).toBeLessThanOrEqual(24 * 1024 ** 2)
})

test('an engine that has done little is not full', async () => {
  const engine = await loadQuickJs(8)
  engine.newContext().evalCode('const a = []; a.push(1)').dispose()
  expect(isFull(engine, 8)).toBe(false)
})
