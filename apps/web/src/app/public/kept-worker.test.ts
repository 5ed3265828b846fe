import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAUSES_MS } from '../../ui/fetch-part.ts'
import { keptWorker } from './kept-worker.ts'

/** A worker that hears what is posted, and answers and fails when it is told to. */
class Stage extends EventTarget {
  readonly heard: unknown[] = []
  postMessage(message: unknown) {
    this.heard.push(message)
  }
  say(data: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
  fail(message?: string) {
    this.dispatchEvent(Object.assign(new Event('error'), message === undefined ? {} : { message }))
  }
}

function setUp() {
  const stages: Stage[] = []
  const answers: unknown[] = []
  const faults: string[] = []
  const ears = {
    answer: (answer: unknown) => void answers.push(answer),
    fail: (words: string) => void faults.push(words),
  }
  const post = keptWorker<string, unknown>('worker.js', ears, () => {
    const stage = new Stage()
    stages.push(stage)
    return stage as unknown as Worker
  })
  return { stages, answers, faults, post }
}

describe('a worker that is kept', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('starts with the first question, and once', () => {
    const { stages, answers, post } = setUp()
    expect(stages).toHaveLength(0)
    post('one')
    post('two')
    stages[0]?.say('first')
    post('three')
    expect(stages.map(({ heard }) => heard)).toEqual([['one', 'two', 'three']])
    expect(answers).toEqual(['first'])
  })

  it('whose file did not come starts anew, and what was asked meanwhile is asked again', () => {
    const { stages, faults, post } = setUp()
    post('one')
    stages[0]?.fail()
    post('two')
    vi.advanceTimersByTime(PAUSES_MS[0] ?? 0)
    expect(stages[1]?.heard).toEqual(['one', 'two'])
    stages[1]?.say('both')
    post('three')
    expect(stages[1]?.heard).toEqual(['one', 'two', 'three'])
    expect(faults).toEqual([])
  })

  it('that throws, or whose file stays away, has failed', () => {
    const thrown = setUp()
    thrown.post('one')
    thrown.stages[0]?.fail('x is not defined')
    expect(thrown.faults).toEqual(['x is not defined'])

    const gone = setUp()
    gone.post('one')
    for (const ms of PAUSES_MS) {
      gone.stages.at(-1)?.fail()
      vi.advanceTimersByTime(ms)
    }
    expect(gone.faults).toEqual([])
    gone.stages.at(-1)?.fail()
    expect(gone.faults).toEqual(['its file did not come'])
    expect(gone.stages).toHaveLength(PAUSES_MS.length + 1)
  })
})
