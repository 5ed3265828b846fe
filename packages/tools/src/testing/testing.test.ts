import { describe, expect, test } from 'vitest'
import { runTool } from '../define/run-tool.ts'
import { benchmarkTool, summariseTimes } from './benchmark-tool.ts'
import { errorTool, failingTool, mockTool, mockToolWith, slowTool } from './mock-tools.ts'
import { assertCalled, assertNotCalled, spyTool } from './spy-tool.ts'
import { testContext } from './test-context.ts'

describe('stand-ins', () => {
  test('[U-62] a mock gives its result, with whatever arguments', async () => {
    expect(await runTool(mockTool('search', { results: ['a'] }), { any: 1 }, testContext())).toMatchObject({
      text: '{"results":["a"]}',
    })
    const doubled = mockToolWith('double', (args) => Number(args.n) * 2)
    expect(await runTool(doubled, { n: 4 }, testContext())).toMatchObject({ text: '8' })
  })

  test('[U-62] a spy tells its calls, oldest first, and can forget them', async () => {
    const spy = spyTool('save')
    await runTool(spy.tool, { id: 1 }, testContext())
    await runTool(spy.tool, { id: 2, deep: { a: [1] } }, testContext())
    expect(spy.callCount).toBe(2)
    expect(spy.calls.map(({ args }) => args.id)).toEqual([1, 2])
    assertCalled(spy, { deep: { a: [1] } })
    expect(() => assertCalled(spy, { id: 3 })).toThrow(
      'save was not called with {"id":3}. It was called with {"id":1}, {"id":2,"deep":{"a":[1]}}.',
    )
    expect(() => assertNotCalled(spy)).toThrow('save was called 2 times, first with {"id":1}.')
    spy.clear()
    assertNotCalled(spy)
    expect(() => assertCalled(spy)).toThrow('It was not called.')
  })

  test('[U-62] a failing tool raises, an error tool returns', async () => {
    await expect(runTool(failingTool('pay'), {}, testContext())).rejects.toThrow('Tool failed')
    expect(await runTool(errorTool('pay', 'Card declined'), {}, testContext())).toEqual({
      ok: false,
      reason: '"Card declined"',
    })
  })

  test('[U-62] a slow tool waits by the clock that it is given', async () => {
    const waited: number[] = []
    const sleep = async (ms: number) => void waited.push(ms)
    expect(await runTool(slowTool('slow', 5000, 'ok', sleep), {}, testContext())).toMatchObject({ text: 'ok' })
    expect(waited).toEqual([5000])
  })
})

describe('a benchmark', () => {
  test('[U-64] averages by the clock that it is given, to two decimals', async () => {
    let time = 0
    const tool = mockToolWith('tick', () => {
      time += 1.23456
    })
    const figures = await benchmarkTool(tool, {}, { now: () => time })
    expect(figures).toEqual({ iterations: 100, averageMs: 1.23, p50Ms: 1.23, p95Ms: 1.23, failures: 0 })
  })

  test('[U-64] counts failures, and of nothing there is nothing', async () => {
    expect(await benchmarkTool(failingTool('bad'), {}, { now: () => 0, iterations: 3 })).toMatchObject({ failures: 3 })
    expect(summariseTimes([])).toEqual({ iterations: 0, averageMs: 0, p50Ms: 0, p95Ms: 0 })
  })
})
