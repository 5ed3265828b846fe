import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { flaky, givesUp, hangs, quick, raises } from './broken.ts'

describe('one attempt', () => {
  test('may raise at first and work when it is tried again', async () => {
    await assert.rejects(runTool(flaky, {}, testContext()), /busy/)
    const again = await runTool(flaky, {}, testContext({ retry: 1 }))
    assert.ok(again.ok)
  })

  test('raises, or returns a failure', async () => {
    await assert.rejects(runTool(raises, {}, testContext()), /on fire/)
    assert.deepEqual(await runTool(givesUp, {}, testContext()), { ok: false, reason: '"There is no oven"' })
  })

  test('ends when its signal says so', async () => {
    const stop = new AbortController()
    const waiting = runTool(hangs, {}, testContext({ signal: stop.signal }))
    stop.abort()
    await assert.rejects(waiting, { name: 'AbortError' })
  })

  test('may simply work', async () => assert.ok((await runTool(quick, {}, testContext())).ok))
})
