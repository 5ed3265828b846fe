// A network as a running server tells it: who is in it and who calls whom. Instructions, models and rules are not told.
import type { Edge, Entry, EntryKind, Network, Reference, ReferenceKind } from '@slyglass/network'
import type { ConnectivityReply } from '@slyglass/protocol'

type Row = ConnectivityReply['rows'][number]

const NOWHERE = { doc: '', from: 0, to: 0 } as const
const KINDS: Readonly<Record<string, EntryKind>> = {
  llm_agent: 'agent',
  coded_tool: 'coded-tool',
  langchain_tool: 'toolbox-tool',
}

/** `documents` is empty, which no network of a project has. */
export function farNetwork({ network, description, sampleQueries, rows }: ConnectivityReply): Network {
  const inside = rows.filter(({ displayAs }) => displayAs !== 'external_agent')
  const kindOfName = (name: string): ReferenceKind => {
    if (inside.some(({ origin }) => origin === name)) return 'entry'
    if (rows.some(({ origin }) => origin === name)) return 'network'
    return /^https?:/.test(name) ? 'mcp' : 'missing'
  }
  const entries = inside.map((row, index) => toEntry(row, index, kindOfName))
  const edges = entries.flatMap(({ name: from, tools }): readonly Edge[] =>
    tools.map(({ name: to, kind: target }) => ({ from, to, kind: 'tools', target })),
  )
  const [frontMan] = entries
  return {
    name: network,
    file: '',
    entries,
    ...(frontMan === undefined ? {} : { frontMan }),
    edges,
    description,
    tags: [],
    sampleQueries,
    json: new Map(),
    diagnostics: [],
    documents: [],
    missingIncludes: [],
  }
}

function toEntry(row: Row, index: number, kindOfName: (name: string) => ReferenceKind): Entry {
  const { origin: name, displayAs } = row
  const kind = KINDS[displayAs] ?? (index === 0 || row.tools.length > 0 ? 'agent' : 'coded-tool')
  const tools = row.tools.map((tool): Reference => ({ name: tool, kind: kindOfName(tool) }))
  // What the server calls it in a word of its own is shown in that word.
  const own = KINDS[displayAs] === undefined && displayAs !== '' ? { className: displayAs } : {}
  return { index, name, kind, isFrontMan: index === 0, json: new Map(), tools, at: NOWHERE, ...own }
}
