// Entries of a tape as the messages of the next request. Either with calls and results as such, or as neuro-san writes a conversation
// down: results as words of the agent, braces doubled.
import type { HistoryMessage, LogEvent, ModelCall } from '../events.ts'
import { sessionHistory } from '../reducers/history.ts'
import { anchorText } from './select-tape.ts'
import type { TapeEntry } from './tape-entry.ts'

/** With calls and results; results meet the calls before them by their place, and one more than there are calls has none. */
export function exchangesOf(entries: readonly TapeEntry[]): readonly HistoryMessage[] {
  let open: readonly ModelCall[] = []
  return entries.flatMap((entry): readonly HistoryMessage[] => {
    switch (entry.kind) {
      case 'anchor':
        return [{ type: 'AI', text: anchorText(entry) }]
      case 'message':
        return [{ type: entry.role === 'user' ? 'HUMAN' : 'AI', text: entry.text }]
      case 'tool_call':
        open = entry.calls
        return [{ type: 'AI', text: entry.text, calls: entry.calls }]
      case 'tool_result': {
        const asked = open
        open = []
        return entry.results.map(({ text, ...known }, index) => {
          const callId = known.callId ?? asked[index]?.id
          const tool = known.name ?? asked[index]?.tool
          const result = { ...(callId !== undefined && { callId }), ...(tool !== undefined && { name: tool }) }
          return { type: 'AI', text, result }
        })
      }
      default:
        return []
    }
  })
}

/** In neuro-san's words: of each run what its history says, and anchors between them. */
export function wordsOf(
  entries: readonly TapeEntry[],
  runs: readonly (readonly LogEvent[])[],
): readonly HistoryMessage[] {
  const logs = new Map(runs.map((log) => [log[0]?.runId, log]))
  const said = new Set<TapeEntry['run']>()
  return entries.flatMap((entry): readonly HistoryMessage[] => {
    if (entry.kind === 'anchor') return [{ type: 'AI', text: anchorText(entry) }]
    if (entry.kind === 'event' || said.has(entry.run)) return []
    said.add(entry.run)
    const log = logs.get(entry.run)
    return log === undefined ? [] : sessionHistory([log])
  })
}
