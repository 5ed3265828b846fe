// One question after the other: there is one person.
import { spanId } from '@slyglass/base'
import type { EventOf } from '@slyglass/run-log'
import type { RunStore } from '@slyglass/runtime'
import type { Decision } from './talk.ts'

type Question = EventOf<'approval.requested'>

/** Takes questions, of whatever run, and hands on what the person decides. */
export function askInTurn(
  store: Pick<RunStore, 'send'>,
  ask: (question: Question) => Promise<Decision>,
): (question: Question) => void {
  let asking: Promise<void> = Promise.resolve()
  return (question) => {
    asking = asking
      .then(() => ask(question))
      .then(async (decided) => {
        const { runId, span, argsSha } = question
        const call = spanId(span.replace(/\?$/, ''))
        await store.send(runId, { id: `approve ${call}`, kind: 'approve', call, argsSha, ...decided })
      })
      .catch(() => undefined)
  }
}
