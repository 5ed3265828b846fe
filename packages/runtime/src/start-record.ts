// `run.started`: the inputs of a run, frozen. Editing a file during a run changes the next run.
import type { RunId } from '@slyglass/base'
import { type DocumentRef, type Draft, type HistoryMessage, RUN_SPAN, utf8Length } from '@slyglass/run-log'
import type { SlySearch, SlyVault } from '@slyglass/sly'
import type { Chunk } from './journal.ts'
import { hideKeys } from './llm/network-keys.ts'
import type { Digests, RunRequest, SealedSession } from './ports.ts'
import { boxNames, openBox } from './sealer.ts'

/** Written into every log, so that an old one can be told apart. */
export const ENGINE = 'slyglass 0.1'

export interface StartRecord {
  /** The history as it is kept: what a later owner of the run will read. */
  readonly history: readonly HistoryMessage[]
  readonly draft: Extract<Draft, { type: 'run.started' }>
  readonly chunks: readonly Chunk[]
  /** Inputs that the chunks do not hold as they came, to be sealed. */
  readonly sealed: ReadonlyMap<string, string>
}

interface RecordTools {
  readonly digests: Digests
  readonly search: SlySearch | undefined
  /** Keys of models that the documents hold. */
  readonly keys?: readonly string[]
}

export function startRecord(request: RunRequest, vault: SlyVault, tools: RecordTools): StartRecord {
  const keep = (text: string): Chunk => {
    const masked = tools.search?.mayMask([text]) === true ? tools.search.mask(text).text : text
    return { sha: tools.digests.sha256(masked), text: masked }
  }
  const history = request.history.map((message) => keep(printHistory(message)))
  const documents = keepDocuments(request, tools)
  return {
    history: history.map((chunk) => readHistory(chunk.text)),
    draft: {
      type: 'run.started',
      span: RUN_SPAN,
      parent: null,
      session: request.session,
      network: request.network,
      file: request.file,
      source: request.source,
      message: request.message,
      history: history.map(refOf),
      sly: vault.refs(),
      documents: documents.map(({ ref }) => ref),
      env: usedVariables(request),
      model: request.provider.ref,
      streaming: request.streaming === 'on',
      engine: ENGINE,
      ...(request.deps !== undefined && { deps: request.deps }),
      ...(request.used !== undefined && { used: request.used }),
      ...(request.call !== undefined && { call: request.call }),
      ...(request.tape !== undefined && { tape: request.tape }),
      ...(request.command !== undefined && { command: request.command }),
    },
    chunks: [...history, ...documents.map((one) => one.chunk)],
    sealed: originals(request, [...history, ...documents.map((one) => one.chunk)]),
  }
}

interface Kept {
  readonly chunk: Chunk
  readonly ref: DocumentRef
}

const NO_KEYS: readonly string[] = []

/** Documents that hold nothing private are the same in every run of a network: they are digested once. */
const kept = new WeakMap<RunRequest['documents'], { readonly keys: readonly string[]; readonly all: readonly Kept[] }>()

function keepDocuments({ documents }: RunRequest, tools: RecordTools): readonly Kept[] {
  const { search, digests, keys = NO_KEYS } = tools
  const keep = (path: string, text: string): Kept => {
    const chunk = { sha: digests.sha256(text), text }
    return { chunk, ref: { path, ...refOf(chunk) } }
  }
  const before = kept.get(documents)
  const known =
    before?.keys === keys ? before : { keys, all: documents.map(({ path, text }) => keep(path, hideKeys(text, keys))) }
  kept.set(documents, known)
  if (search?.mayMask(known.all.map(({ chunk }) => chunk.text)) !== true) return known.all
  return known.all.map(({ chunk, ref }) => keep(ref.path, search.mask(chunk.text).text))
}

/** The texts of a run's inputs, in the order of their chunks. */
function textsOf({ history, documents }: Pick<RunRequest, 'history' | 'documents'>): readonly string[] {
  return [...history.map(printHistory), ...documents.map(({ text }) => text)]
}

function originals(request: RunRequest, chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const changed = textsOf(request).map((text, index) => (text === chunks[index]?.text ? null : text))
  if (changed.every((text) => text === null)) return new Map()
  return new Map([[boxNames.inputs(request.run), JSON.stringify(changed)]])
}

/** The inputs that were masked, as they came: history, then documents; undefined where a chunk holds them. */
export function openInputs(
  vault: Pick<SlyVault, 'open'>,
  run: RunId,
  boxes: SealedSession['boxes'],
): readonly (string | undefined)[] {
  const text = openBox(vault, boxes, boxNames.inputs(run))
  return text === undefined ? [] : (JSON.parse(text) as (string | null)[]).map((one) => one ?? undefined)
}

function refOf(chunk: Chunk): { sha: Chunk['sha']; bytes: number } {
  return { sha: chunk.sha, bytes: utf8Length(chunk.text) }
}

/** One past message as a chunk. */
export function printHistory(message: HistoryMessage): string {
  const { type, text, calls, result } = message
  return calls === undefined && result === undefined ? `${type} ${text}` : `JSON ${JSON.stringify(message)}`
}

/** A past message from its chunk. */
export function readHistory(text: string): HistoryMessage {
  if (text.startsWith('JSON ')) return JSON.parse(text.slice(5)) as HistoryMessage
  const human = text.startsWith('HUMAN ')
  return { type: human ? 'HUMAN' : 'AI', text: text.slice(human ? 6 : 3) }
}

const CREDENTIAL = /key|token|secret|passw|credential/i

/** The variables that the documents name, but none that is likely to hold a credential. */
function usedVariables(request: RunRequest): Readonly<Record<string, string>> {
  const named = namedIn(request.documents)
  return Object.fromEntries(Object.entries(request.env).filter(([name]) => named.has(name) && !CREDENTIAL.test(name)))
}

const names = new WeakMap<RunRequest['documents'], ReadonlySet<string | undefined>>()

function namedIn(documents: RunRequest['documents']): ReadonlySet<string | undefined> {
  const text = () => documents.map((document) => document.text).join('\n')
  const named = names.get(documents) ?? new Set([...text().matchAll(VARIABLE)].map((match) => match[1]))
  names.set(documents, named)
  return named
}

const VARIABLE = /\$\{\??\s*([A-Za-z_]\w*)\s*\}/g
