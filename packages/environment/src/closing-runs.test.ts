import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClosingRuns } from './closing-runs.ts'

describe('a run that is being closed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is waited for until it is told to be closed', async () => {
    const closing = new ClosingRuns<string>()
    const closed = closing.wait('run', 'here', 500)
    expect(closing.finish('run')).toBe('here')
    await closed
    expect([closing.finish('run'), vi.getTimerCount()]).toEqual([undefined, 0])
  })

  test('is not waited for any longer than that, and what is told later still tells where', async () => {
    const closing = new ClosingRuns<string>()
    const closed = closing.wait('run', 'here', 500)
    vi.advanceTimersByTime(500)
    await closed
    expect(closing.finish('run')).toBe('here')
  })

  test('is not waited for where its place is over', async () => {
    const closing = new ClosingRuns<string>()
    const lost = closing.wait('lost', 'there', 500)
    void closing.wait('other', 'here', 500)
    closing.end((place) => place === 'there')
    await lost
    expect([closing.finish('lost'), closing.finish('other')]).toEqual([undefined, 'here'])
  })
})
