import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { analyzeText } from './analysis.ts'
import { moodOf } from './moods.ts'

describe('the analysis', () => {
  test('tells four parts on the way, and gives one result', async () => {
    const parts: unknown[] = []
    const progress = (part: unknown) => void parts.push(JSON.parse(String(part)))
    const told = await runTool(analyzeText, { file: 'guest_book.txt' }, testContext({ progress }))
    assert.deepEqual(parts[1], { status: 'partial', paragraph: 2, of: 4, good: 0, bad: 3 })
    assert.equal(parts.length, 4)
    assert.ok(told.ok)
    assert.deepEqual(JSON.parse(told.text), { status: 'final', paragraphs: 4, good: 7, bad: 4, mood: 'good' })
  })

  test('fails without a part when there is no text', async () => {
    const parts: unknown[] = []
    const told = await runTool(analyzeText, { file: 'none.txt' }, testContext({ progress: (part) => void parts.push(part) }))
    assert.deepEqual([told.ok, parts], [false, []])
  })

  test('ends when it is stopped', async () => {
    const stop = new AbortController()
    const context = testContext({ signal: stop.signal, progress: () => stop.abort() })
    await assert.rejects(runTool(analyzeText, { file: 'guest_book.txt' }, context), { name: 'AbortError' })
  })
})

test('words speak for or against something', () => {
  assert.deepEqual(moodOf('Lovely, LOVELY and sad; the saddle does not count.'), { good: 2, bad: 1 })
})
