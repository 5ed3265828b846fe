// What waits for a person in the open runs of a project.
import type { ProjectId, RunId, SpanId } from '@slyglass/base'
import type { WaitingReply } from '@slyglass/protocol'
import type { RunStore } from '@slyglass/runtime'
import { readPages } from './read-pages.ts'

const MOST_OPEN = 20

/** Undefined where nothing waits. */
export async function findWaiting(
  store: Pick<RunStore, 'list' | 'read'>,
  project: ProjectId,
): Promise<WaitingReply | undefined> {
  const open = await store.list({ project, status: 'open', limit: MOST_OPEN })
  const counted = await Promise.all(
    open.map(async ({ run, network }) => ({ run, network, questions: await countOpen(store, run) })),
  )
  const asking = counted.filter(({ questions }) => questions > 0)
  const [newest] = asking
  return newest && { ...newest, questions: asking.reduce((sum, { questions }) => sum + questions, 0) }
}

async function countOpen(store: Pick<RunStore, 'read'>, run: RunId): Promise<number> {
  const open = new Set<SpanId>()
  for await (const events of readPages(store, run))
    for (const { type, span } of events) {
      if (type === 'approval.requested') open.add(span)
      if (type === 'approval.answered') open.delete(span)
    }
  return open.size
}
