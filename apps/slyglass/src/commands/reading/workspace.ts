// The studio's own view of projects, for commands: the same files, trust, networks and tools, and no server.
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import { findDataFolder } from '../../data-folder.ts'
import { isBelow } from '../../workspace/confine.ts'
import { createProjectFiles, type ProjectFiles } from '../../workspace/files.ts'
import type { ProjectNetworks } from '../../workspace/networks.ts'
import { createProjectNetworks, MANIFEST } from '../../workspace/project-networks.ts'
import { createProjectToolbox, type ProjectToolbox } from '../../workspace/project-toolbox.ts'
import { createProjectTools, type ProjectTools } from '../../workspace/project-tools.ts'
import { type Project, projectIdOf } from '../../workspace/projects.ts'
import { createTrust } from '../../workspace/trust.ts'
import type { CommandIo } from '../command.ts'
import { type CommandFault, wrongUse } from './fault.ts'
import { folderComplaint, isFile } from './paths.ts'
import { readSource, STDIN } from './read-source.ts'

export type Files = Pick<ProjectFiles, 'read'>

export interface Workspace {
  /** Where a project keeps its manifest. */
  readonly manifest: string
  readonly files: Files
  readonly networks: ProjectNetworks
  readonly tools: ProjectTools
  readonly toolbox: Pick<ProjectToolbox, 'diagnose'>
}

/** A document that a command was given, and the project that its includes are read from. */
export interface OpenDocument {
  readonly project: Project
  /** Path in the project. */
  readonly doc: string
  readonly text: string
  /** The project's files, with this text in the place of the document. */
  readonly files: Files
}

export async function openWorkspace(io: CommandIo): Promise<Workspace> {
  const data = findDataFolder(io.env, process.platform)
  const dataRoot = await realpath(data.root).catch(() => data.root)
  const [files, trust, shell] = [createProjectFiles(dataRoot), createTrust(data.trust), io.env]
  const networks = createProjectNetworks({ files, trust, shell })
  return {
    manifest: shell.AGENT_MANIFEST_FILE ?? MANIFEST,
    files,
    networks,
    tools: createProjectTools({ trust, shell }),
    toolbox: createProjectToolbox({ trust, shell, networks }),
  }
}

/** Opens the document at a path. Its project is `root`, or the nearest folder above with a manifest. */
export async function openDocument(
  io: CommandIo,
  { files, manifest }: Workspace,
  path: string,
  root?: string,
): Promise<Result<OpenDocument, CommandFault>> {
  const rooted = root === undefined ? ok(undefined) : await readRoot(io, root)
  if (!rooted.ok) return rooted
  const asked = rooted.value
  const source = await readSource(io, path)
  if (!source.ok) return source
  const text = source.value
  if (path === STDIN) {
    const project = projectAt(asked ?? (await realpath(io.cwd)))
    return ok({ project, doc: '<stdin>', text, files: withText(files, '<stdin>', text) })
  }
  const named = resolve(io.cwd, path)
  const file = join(await realpath(dirname(named)), basename(named))
  const project = projectAt(asked ?? (await findProjectRoot(dirname(file), manifest)) ?? dirname(file))
  if (!isBelow(project.root, file)) return err(wrongUse(`${path} does not lie in ${root ?? project.root}.`))
  const doc = relative(project.root, file).split(sep).join('/')
  return ok({ project, doc, text, files: withText(files, doc, text) })
}

async function readRoot(io: CommandIo, root: string): Promise<Result<string, CommandFault>> {
  const path = resolve(io.cwd, root)
  const complaint = await folderComplaint(path, 'Give the folder that includes are read from.', root)
  return complaint === undefined ? ok(await realpath(path)) : err(wrongUse(complaint))
}

export function projectAt(root: string): Project {
  return { id: projectIdOf(root), name: basename(root), root, sample: false }
}

/** The nearest folder, from here upwards, that has a manifest. */
export async function findProjectRoot(folder: string, manifest: string): Promise<string | undefined> {
  if (await isFile(join(folder, manifest))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : findProjectRoot(parent, manifest)
}

function withText(files: Files, doc: string, text: string): Files {
  return {
    read: async (root, path) => (path === doc ? ok({ path, text, hash: '' }) : files.read(root, path)),
  }
}
