// What a tape holds, and what a model is told of it.
import { type Json, parseJson, printJson, toJson } from '@slyglass/base'
import { exchangesOf, type HistoryMessage, selectEntries, type TapeEntry, tapeOf } from '@slyglass/run-log'
import { SURROUNDINGS, scriptedModels, testBench, testRequest } from '@slyglass/runtime/testing'
import { type AreaRunner, byId } from './area-runner.ts'
import { differs, firstOf } from './expect-value.ts'

type Content = TapeEntry extends infer T ? (T extends TapeEntry ? Omit<T, 'id' | 'at'> : never) : never

function tape(...contents: readonly Content[]): readonly TapeEntry[] {
  return [...tapeOf([]), ...contents.map((content, index) => ({ ...content, id: index + 3, at: 0 }) as TapeEntry)]
}

/** The messages as they leave, without the instructions and the question of the run. */
async function sent(history: readonly HistoryMessage[]): Promise<Json> {
  const models = scriptedModels([{ answer: { content: 'done' } }])
  const bench = testBench({
    models,
    hosts: { call: () => Promise.reject(new Error('no tool')), release: async () => undefined },
  })
  const network = { tools: [{ name: 'desk', instructions: 'AGENT:desk', function: { description: 'x' } }] }
  const provider = { ...SURROUNDINGS.provider, api: 'chat' as const }
  await bench.run(testRequest(network, 'go', { history, provider }))
  const parsed = parseJson(models.seen[0]?.body ?? 'null')
  const body = parsed.ok ? (JSON.parse(printJson(parsed.value)) as { messages: readonly object[] }) : { messages: [] }
  return toJson(body.messages.slice(1, -1))
}

function chosen(entries: readonly TapeEntry[], context: string, includeAnchor: boolean): readonly HistoryMessage[] {
  const told = selectEntries(entries, { context, includeAnchor })
  return told.ok ? exchangesOf(told.value) : []
}

const call = (id: string, tool: string) => ({ id, tool, args: '{}' })
const anchored = tape(
  { kind: 'anchor', name: 'phase-1', state: toJson({ summary: 'done' }) },
  { kind: 'event', name: 'handoff', data: toJson({ name: 'phase-1', state: { summary: 'done' } }) },
  { kind: 'message', role: 'assistant', text: 'after' },
)

export const checkTape: AreaRunner = byId({
  async 'bub-077'({ expected }) {
    const entries = tapeOf([]).map((entry): Json => {
      if (entry.kind === 'anchor') return ['anchor', toJson({ name: entry.name, state: entry.state })]
      return entry.kind === 'event' ? ['event', toJson({ name: entry.name, data: entry.data })] : null
    })
    return differs('entries', expected.get('entries'), entries)
  },
  async 'bub-078'({ expected }) {
    const entries = tape(
      { kind: 'message', role: 'user', text: 'hi' },
      { kind: 'message', role: 'user', text: 'hidden', untold: true },
      { kind: 'tool_call', calls: [call('c1', 'math_add'), call('c2', 'lookup')], text: 'thinking' },
      { kind: 'event', name: 'note', data: null },
      { kind: 'tool_result', results: [{ text: '5' }, { text: '{"id": "A", "é": 1}' }, { text: 'extra' }] },
    )
    return differs('messages', expected.get('messages'), await sent(chosen(entries, 'last_anchor', true)))
  },
  // The last anchor hands its own state on, unless the network says otherwise.
  async 'bub-079'({ expected }) {
    const summary = toJson({ role: 'assistant', content: '[Anchor created: phase-1]: {"summary": "done"}' })
    const after = toJson({ role: 'assistant', content: 'after' })
    const all = await sent(chosen(anchored, 'all', true))
    return firstOf(
      differs('without the anchor', expected.get('default'), await sent(chosen(anchored, 'last_anchor', false))),
      differs('default', [summary, after], await sent(chosen(anchored, 'last_anchor', true))),
      differs('from the start', expected.get('from_the_start'), (all as readonly Json[]).slice(0, 2)),
    )
  },
})
