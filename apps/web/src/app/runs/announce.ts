import type { LogEvent } from '@slyglass/run-log'
import { isRunning, type RunView } from './run-view.ts'

/** What a batch of a run in view is worth saying aloud; the last thing of the batch wins. */
export function announce(view: RunView, events: readonly LogEvent[]): string | undefined {
  // A recorded run that is being read was over before this page looked at it.
  if (view.lastSeq === -1 && events.some((event) => event.type === 'run.finished')) return undefined
  if (!isRunning(view)) return undefined
  return events
    .map((event) => sentence(view, event))
    .filter((text) => text !== undefined)
    .at(-1)
}

function sentence(view: RunView, event: LogEvent): string | undefined {
  switch (event.type) {
    case 'run.started':
      return 'Run started'
    case 'tool.finished':
      return event.outcome === 'failed' ? `${view.trace.spans.get(event.span)?.name ?? 'A tool'} failed` : undefined
    case 'approval.requested':
      return `${event.tool} waits for your approval`
    case 'run.finished':
      return { ok: 'Run finished', failed: 'Run failed', cancelled: 'Run stopped', denied: 'Run denied' }[event.outcome]
    default:
      return undefined
  }
}
