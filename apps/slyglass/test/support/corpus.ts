// Asks every public network one question, offline, and says what came of it. No other machine is reached.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostAssets } from '@slyglass/environment'
import type { LogEvent } from '@slyglass/run-log'
import { type Composed, composeStudio } from '../../src/compose.ts'
import { findDataFolder } from '../../src/data-folder.ts'
import { createLaunchToken } from '../../src/server/guard/launch-token.ts'
import { startChatRun } from '../../src/service/chat-run.ts'
import type { ReadNetwork } from '../../src/workspace/networks.ts'
import { networkNameOf, readNetworkFile } from '../../src/workspace/project-networks.ts'
import type { Project } from '../../src/workspace/projects.ts'

const shared = process.env.SLYGLASS_SHARED ?? join(import.meta.dirname, '../../../../../shared')

/** The two public collections: folder, file with what they hold, where their registries are and how many networks they have. */
export const COLLECTIONS = [
  { name: 'neuro-san', registries: 'neuro_san/registries', networks: 32 },
  { name: 'neuro-san-studio', registries: 'registries', networks: 91 },
].map((one) => ({
  ...one,
  root: join(shared, 'networks', one.name),
  answers: join(shared, 'hocon', 'corpus-expected', `${one.name}.jsonl`),
}))

export type Collection = (typeof COLLECTIONS)[number]

export const haveCorpus = COLLECTIONS.every(({ root, answers }) => existsSync(root) && existsSync(answers))

/** The networks of a collection, by their files. */
export function networkFiles({ answers }: Collection): readonly string[] {
  const lines = readFileSync(answers, 'utf8').trim().split('\n')
  return lines
    .map((line) => JSON.parse(line) as { readonly file: string; readonly network?: unknown })
    .flatMap(({ file, network }) => (network === undefined ? [] : [file]))
}

/** What came of one network. */
export interface CorpusRow {
  readonly file: string
  /** `answered`, `no front man`, `not read`, or `failed: <code>`. */
  readonly result: string
  readonly entries: number
  readonly requests: number
  readonly calls: number
  /** What a person is told: failures of the run and its tools, and notes. */
  readonly told: readonly { readonly code: string; readonly message: string }[]
  readonly milliseconds: number
}

const QUESTION = 'Please help me: what can you do for order 7?'
const PATIENCE_MS = 60_000

const nobody = async (): Promise<never> => {
  throw new Error('no other machine is reached here')
}
const OUTSIDE = { mcp: { list: nobody, call: nobody }, remote: { describe: nobody, chat: nobody } }

/** Plays a whole collection, network by network. */
export async function playCollection(
  collection: Collection,
  hosts: HostAssets,
  seen: (row: CorpusRow) => void,
): Promise<void> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-corpus-')))
  const composed = await composeCollection(collection, hosts, home)
  try {
    const project = await composed.studio.projects.find(composed.studio.askedProject ?? '')
    if (project === undefined) throw new Error(`${collection.root} could not be opened`)
    for (const file of networkFiles(collection)) seen(await play(composed, project, collection, file))
  } finally {
    await composed.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function composeCollection({ root, registries }: Collection, hosts: HostAssets, home: string): Promise<Composed> {
  const composed = await composeStudio({
    version: 'corpus',
    data: findDataFolder({ SLYGLASS_HOME: join(home, 'data') }, process.platform),
    samples: join(home, 'no-samples'),
    hosts,
    shell: { PATH: process.env.PATH, HOME: home, AGENT_MANIFEST_FILE: `${registries}/manifest.hocon` },
    token: createLaunchToken(),
    folder: root,
    trusted: [root],
    outside: OUTSIDE,
  })
  if (!composed.ok) throw new Error(composed.error.message)
  return composed.value
}

async function play(composed: Composed, project: Project, collection: Collection, file: string): Promise<CorpusRow> {
  const { studio, runtime, toolEnv } = composed
  const started = performance.now()
  const name = networkNameOf(file.replace(`${collection.registries}/`, ''))
  const env = await studio.networks.env(project)
  const { networks } = await studio.networks.manifest(project)
  const read = await readNetworkFile(studio.files, project.root, {
    ...{ name, file, env },
    networks: networks.map((network) => network.name),
  })
  const row = { file, entries: read?.network.entries.length ?? 0, requests: 0, calls: 0, told: [] }
  const row0 = (result: string): CorpusRow => ({ ...row, result, milliseconds: performance.now() - started })
  if (read === undefined) return row0('not read')
  if (read.network.frontMan === undefined) return row0('no front man')
  const parts = { files: studio.files, networks: studio.networks, model: studio.model, toolEnv }
  const chats = { project, parts, runtime, store: studio.store, sessions: studio.sessions, closing: studio.closing }
  const events = await ask(chats, read)
  return { ...row0(resultOf(events)), ...count(events), told: toldIn(events) }
}

async function ask(chats: Parameters<typeof startChatRun>[0], read: ReadNetwork): Promise<readonly LogEvent[]> {
  const events: LogEvent[] = []
  const chat = await startChatRun(chats, read, {
    text: QUESTION,
    context: undefined,
    sly: new Map(),
    source: 'test',
    streaming: 'network',
    onEvents: (heard) => void events.push(...heard),
  })
  const patience = setTimeout(() => void chat.stop('too-slow'), PATIENCE_MS)
  for await (const message of chat.messages) void message
  clearTimeout(patience)
  return events
}

function resultOf(events: readonly LogEvent[]): string {
  const end = events.find((event) => event.type === 'run.finished')
  if (end?.type !== 'run.finished') return 'no end'
  if (end.outcome !== 'ok') return `${end.outcome}: ${end.failure?.code ?? ''}`
  return end.answer.trim() === '' ? 'empty answer' : 'answered'
}

function count(events: readonly LogEvent[]): Pick<CorpusRow, 'requests' | 'calls'> {
  const started = (type: LogEvent['type']) => events.filter((event) => event.type === type).length
  return { requests: started('model.started'), calls: started('tool.started') }
}

/** Everything that went wrong or was noted, each once. */
function toldIn(events: readonly LogEvent[]): CorpusRow['told'] {
  const told = events.flatMap((event) => {
    if (event.type === 'note.noted') return [{ code: 'note', message: event.text }]
    return 'failure' in event && event.failure !== undefined ? [event.failure] : []
  })
  return [...new Map(told.map(({ code, message }) => [`${code} ${message}`, { code, message }])).values()]
}
