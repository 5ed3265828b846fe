// A network in a file elsewhere with what belongs to it: the files that it includes, and those beside it. Texts are read, nothing is run.
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { err, isJsonObject, ok, type Result } from '@slyglass/base'
import { type Network, readNetwork } from '@slyglass/network'
import { fileKindOf } from '@slyglass/network/language'
import { type Refusal, refused } from '../refusal.ts'
import { createProjectFiles, type ProjectFiles } from '../workspace/files.ts'
import { networkNameOf } from '../workspace/project-networks.ts'
import { readWithIncludes } from '../workspace/read-documents.ts'

/** Endings of files beside a network's: the offline model's script, and where its nodes stand. */
const BESIDE = ['.offline.json', '.layout.json']
/** What an include may bring along: whatever else it names, such as a tool's code, was not looked at. */
const INCLUDED = /\.(hocon|conf|json|properties)$/i

/** A network that is to come into a project. */
export interface NetworkFiles {
  /** The name of its file. */
  readonly name: string
  readonly text: string
  /** By their endings. */
  readonly beside: ReadonlyMap<string, string>
  /** By their paths from the folder of a project. */
  readonly included: ReadonlyMap<string, string>
}

/** The same, with the place that it was read from. */
export interface FoundNetwork extends NetworkFiles {
  readonly root: string
  readonly network: Network
}

/**
 * Reads the network at a path. Includes are read as they are written: from the folder of the project that the file lies in, else from
 * its own folder. What leads out of both, is not there, or is no configuration is left out.
 */
export async function readNetworkFiles(
  path: string,
  project: string | undefined,
): Promise<Result<FoundNetwork, Refusal>> {
  const file = await realpath(path).catch(() => path)
  const own = dirname(file)
  const root = project === undefined ? own : await realpath(project)
  const files = inTurn(createProjectFiles(join(own, '.slyglass-closed')), [root, own])
  const doc = relative(root, file).split(sep).join('/')
  const first = await files.read(root, doc)
  if (!first.ok) return err(saidOf(first.error, doc, path))
  const name = networkNameOf(doc)
  const found = await readWithIncludes(files, root, doc, (texts, outside) => {
    const result = readNetwork({ network: name, file: doc, texts, outside, env: {}, networks: [] })
    return { result, missing: result.missingIncludes }
  })
  const texts = new Map(Object.entries(found?.texts ?? {}).filter(([path]) => path !== doc && INCLUDED.test(path)))
  const beside = new Map<string, string>()
  for (const ending of BESIDE) {
    const read = await files.read(root, doc.replace(/\.\w+$/, ending))
    if (read.ok) beside.set(ending, read.value.text)
    else if (read.error.code !== 'file-missing') return read
  }
  if (found === undefined) throw new Error(`${doc} was read and is gone`)
  if (!isNetwork(doc, first.value.text, found.result))
    return err(
      refused(422, 'no-network', `${path} is no network: it has no list of tools.`, 'Name the file of a network.'),
    )
  return ok({ root, network: found.result, name: basename(path), text: first.value.text, beside, included: texts })
}

/** The file may lie anywhere, so it is told by the path that was typed. */
function saidOf(refusal: Refusal, doc: string, path: string): Refusal {
  if (refusal.code === 'file-missing') return { ...refusal, message: `There is no file ${path}.` }
  return { ...refusal, message: refusal.message.replace(doc, path) }
}

/** A text with mistakes may be one; the editor is the place to mend it. */
function isNetwork(doc: string, text: string, { json, diagnostics, missingIncludes }: Network): boolean {
  if (fileKindOf(doc, text) !== 'network') return false
  const isRead =
    missingIncludes.length === 0 &&
    diagnostics.every(({ code, severity }) => severity !== 'error' || WITHOUT_TOOLS.has(code))
  return !isRead || (isJsonObject(json) && json.has('tools'))
}

const WITHOUT_TOOLS: ReadonlySet<string> = new Set(['no-tools', 'no-network'])

/** Reads in the first folder that has a file. */
function inTurn(files: ProjectFiles, [root, ...others]: readonly string[]): Pick<ProjectFiles, 'read'> {
  return {
    async read(_root, path) {
      const first = await files.read(root ?? '', path)
      if (first.ok || first.error.code !== 'file-missing') return first
      for (const other of others) {
        const read = await files.read(other, path)
        if (read.ok) return read
      }
      return first
    },
  }
}
