import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { inChunks } from './in_chunks.ts'
import { memoryEfficientProcessor } from './processor.ts'
import { readSales } from './sales.ts'

describe('10,000 rows', () => {
  test('are summed up rightly, a thousand at a time', async () => {
    const reports: unknown[] = []
    const progress = (report: unknown) => void reports.push(report)
    const told = await runTool(memoryEfficientProcessor, {}, testContext({ progress }))
    assert.ok(told.ok)
    const cents: Record<string, number> = {}
    for (const sale of readSales(10_000)) cents[sale.item] = (cents[sale.item] ?? 0) + sale.cents
    assert.deepEqual(JSON.parse(told.text), { rows: 10_000, chunks: 10, cents })
    assert.equal(reports.length, 10)
    assert.equal(reports.at(-1), '10000 of 10000 rows')
  })

  test('and any other number hold the same memory', async () => {
    for (const rows of [999, 1_000, 10_000, 100_500]) {
      let [read, used, most] = [0, 0, 0]
      function* counted() {
        for (const sale of readSales(rows)) {
          read += 1
          most = Math.max(most, read - used)
          yield sale
        }
      }
      for await (const chunk of inChunks(counted(), 1_000)) used += chunk.length
      assert.equal(used, rows)
      assert.ok(most <= 1_000, `${most} rows of ${rows} were held at once`)
    }
  })

  test('stop where they are when the call is stopped', async () => {
    const stop = new AbortController()
    const progress = () => stop.abort()
    const told = await runTool(memoryEfficientProcessor, {}, testContext({ progress, signal: stop.signal }))
    assert.ok(!told.ok)
    assert.match(told.reason, /Stopped after 1000 of 10000 rows/)
  })
})
