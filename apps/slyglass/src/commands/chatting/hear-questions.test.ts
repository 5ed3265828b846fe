import type { RunId } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'
import { expect, test, vi } from 'vitest'
import { hearQuestions } from './hear-questions.ts'

const asks = (run: string) => ({ type: 'attempt.started', span: `${run}#1`, peerRun: run }) as unknown as LogEvent
const answered = (run: string) => ({ type: 'attempt.finished', span: `${run}#1` }) as unknown as LogEvent
const question = (runId: string) => ({ type: 'approval.requested', runId }) as unknown as LogEvent

/** Logs that grow when the test says so. */
function storeOf() {
  const logs = new Map<string, LogEvent[]>()
  let reads = 0
  return {
    say: (run: string, ...events: LogEvent[]) => logs.set(run, [...(logs.get(run) ?? []), ...events]),
    reads: () => reads,
    store: {
      async read(run: RunId) {
        reads += 1
        return (logs.get(run) ?? []) as never
      },
      async *tail(run: RunId, _after: number, signal: AbortSignal) {
        for (let told = 0; !signal.aborted; await new Promise((next) => setImmediate(next))) {
          const events = (logs.get(run) ?? []).slice(told)
          told += events.length
          if (events.length > 0) yield events as never
        }
      },
    },
  }
}

test('[U-85] questions of a run are heard, and of those that it asks, however deep and however late they begin', async () => {
  const { store, say } = storeOf()
  const heard: string[] = []
  const closing = new AbortController()
  const hear = hearQuestions({ store, closing: closing.signal, asked: ({ runId }) => heard.push(runId) })
  hear([question('run_a'), asks('run_b')])
  expect(heard).toEqual(['run_a'])
  say('run_b', question('run_b'), asks('run_c'))
  await vi.waitFor(() => expect(heard).toEqual(['run_a', 'run_b']), { timeout: 60_000 })
  say('run_c', question('run_c'))
  await vi.waitFor(() => expect(heard).toEqual(['run_a', 'run_b', 'run_c']), { timeout: 60_000 })
  closing.abort()
})

test('a run that was asked and never began is let go of with its answer', async () => {
  const { store, reads } = storeOf()
  const hear = hearQuestions({ store, closing: new AbortController().signal, asked: () => undefined })
  hear([asks('run_b')])
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(1), { timeout: 60_000 })
  hear([answered('run_b')])
  const after = reads()
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(reads()).toBeLessThanOrEqual(after + 1)
})
