// Brings something in as the server does it for the command line, and shows it where it went.
import { err, ok, type ProjectId, type Result } from '@slyglass/base'
import { client } from '../public/client.ts'
import { followDisk, sentenceOf } from '../public/files.ts'
import { openNetwork, openProject } from '../public/project.ts'
import { say } from '../public/say.ts'
import { useStudio } from '../public/studio.ts'
import { type Refused, refusedBy, saveFirst, showAgain, takeTool } from '../public/write-tool.ts'
import { decodeIncoming, type Incoming, networkFault } from './incoming.ts'

export interface Import {
  readonly incoming: Incoming
  /** A file, or what was typed in its place. */
  readonly from: File | string
  /** Undefined for a new project. */
  readonly project: ProjectId | undefined
  /** Of a tool: the network that gets it. */
  readonly network: string
  /** What it is to be called; empty for a tool's own name. */
  readonly name: string
  readonly overwrite: boolean
}

/** Undefined when it was brought in, else why not. */
export async function sendImport(asked: Import): Promise<Refused | undefined> {
  const { incoming, from, project, overwrite } = asked
  if (incoming.kind === 'sample') return takeSample(incoming.name, project, overwrite)
  const text = await readText(from)
  if (!text.ok) return { why: text.error }
  if (incoming.kind === 'network') return takeNetwork(asked, text.value)
  const { network, name } = asked
  const refusal = await takeTool({ network, text: text.value, overwrite, ...(name !== '' && { name }) }, project)
  if (refusal === undefined) useStudio.getState().set({ view: 'edit' })
  return refusal
}

async function readText(from: File | string): Promise<Result<string, string>> {
  if (typeof from !== 'string') {
    const bytes = await from.arrayBuffer().catch(() => undefined)
    return bytes === undefined
      ? err(`${from.name} could not be read. Choose it again.`)
      : decodeIncoming(from.name, bytes)
  }
  const read = await client.readImport(from)
  return read.ok ? ok(read.value.text) : err(sentenceOf(read.error))
}

async function takeNetwork({ name, project, overwrite }: Import, text: string): Promise<Refused | undefined> {
  const fault = networkFault(name, text)
  if (fault !== undefined) return { why: fault }
  if (project === undefined) {
    const failure = await openProject({ paste: { name, text } })
    return failure === undefined ? undefined : { why: sentenceOf(failure) }
  }
  const unsaved = await saveFirst(project)
  if (unsaved !== undefined) return unsaved
  const reply = await client.importNetwork(project, { name, text, overwrite })
  if (!reply.ok) return refusedBy(reply.error)
  await showChanged(project, reply.value.changed)
  await openNetwork(reply.value.network, 'edit')
  return undefined
}

/** The same for a new network, with which nothing comes from elsewhere. */
export async function createNetwork(project: ProjectId, name: string): Promise<Refused | undefined> {
  const unsaved = await saveFirst(project)
  if (unsaved !== undefined) return unsaved
  const reply = await client.importNetwork(project, { name })
  if (!reply.ok) return { why: sentenceOf(reply.error) }
  await showChanged(project, reply.value.changed)
  await openNetwork(reply.value.network, 'edit')
  return undefined
}

async function takeSample(
  name: string,
  project: ProjectId | undefined,
  overwrite: boolean,
): Promise<Refused | undefined> {
  if (project === undefined) return undefined
  const unsaved = await saveFirst(project)
  if (unsaved !== undefined) return unsaved
  const reply = await client.importSample(project, { sample: name, network: name, overwrite })
  if (!reply.ok) return refusedBy(reply.error)
  await showChanged(project, reply.value.changed)
  useStudio.getState().set({ page: 'networks' })
  return undefined
}

async function showChanged(project: ProjectId, changed: readonly string[]): Promise<void> {
  await showAgain(project)
  // What was just written differs from what is open, whatever its hash is.
  await followDisk(changed.map((path) => ({ path, hash: '' })))
  say(changed.length === 1 ? `Wrote ${changed[0]}` : `Wrote ${changed.length} files`)
}
