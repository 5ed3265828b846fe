import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, parse } from 'node:path'
import { err, ok, type ProjectId, projectId, type Result } from '@slyglass/base'
import type { OpenProject } from '@slyglass/protocol'
import { z } from 'zod'
import type { DataFolder } from '../data-folder.ts'
import { createJsonFile } from '../json-file.ts'
import type { Refusal } from '../refusal.ts'
import { isBelow } from './confine.ts'
import { removeLeftDrafts } from './drafts.ts'
import { fullPathOf } from './full-path.ts'
import { createPastedProject } from './pasted-project.ts'
import { copySample } from './samples.ts'
import type { Trust } from './trust.ts'

/** A folder that was opened. `root` is its real path. */
export interface Project {
  readonly id: ProjectId
  readonly name: string
  readonly root: string
  readonly sample: boolean
}

/** Opens folders and remembers which, own ones and copies of samples apart. Opening reads names and texts; it runs nothing. */
export interface Projects {
  open(what: OpenFolder): Promise<Result<Project, Refusal>>
  /** The same for one purpose: the folder is known while this program runs, and is not among the recent ones. */
  openInPassing(what: OpenFolder): Promise<Result<Project, Refusal>>
  find(id: string): Promise<Project | undefined>
  /** The project in a folder by its real path, without opening it. */
  at(root: string): Promise<Project | undefined>
  recent(): Promise<readonly Project[]>
}

/** What lies on this machine. */
export type OpenFolder = Exclude<OpenProject, { readonly server: unknown }>

interface ProjectsOptions {
  readonly data: DataFolder
  /** Folder of the shipped samples. */
  readonly samples: string
  readonly trust: Trust
}

const MAX_RECENT = 12
const recentSchema = z.object({ roots: z.array(z.string()) })

export function createProjects({ data, samples, trust }: ProjectsOptions): Projects {
  const list = createJsonFile(data.recent, recentSchema, { roots: [] })
  const known = new Map<string, Project>()

  const keep = async (root: string): Promise<Project> => {
    const project = describe(root, await realFolder(data.projects))
    known.set(project.id, project)
    return project
  }
  const remember = async ({ root }: Project): Promise<void> => {
    const copies = await realFolder(data.projects)
    await list.change(({ roots }) => ({ roots: newest([root, ...roots.filter((other) => other !== root)], copies) }))
  }
  const recent = async (): Promise<readonly Project[]> => {
    const copies = await realFolder(data.projects)
    const { roots } = await list.read()
    const there = await Promise.all(roots.map(async (root) => (await realFolder(root)) === root))
    return roots.filter((_, index) => there[index]).map((root) => describe(root, copies))
  }

  /** A folder that somebody trusted is known too, however long ago it was opened. */
  const trusted = async (id: string): Promise<Project | undefined> => {
    const root = (await trust.folders()).find((folder) => projectIdOf(folder) === id)
    return root === undefined ? undefined : at(root)
  }
  const at = async (root: string): Promise<Project | undefined> =>
    (await realFolder(root)) === root ? describe(root, await realFolder(data.projects)) : undefined

  const openInPassing = async (what: OpenFolder): Promise<Result<Project, Refusal>> => {
    if ('sample' in what) {
      const root = await copySample(samples, data.projects, what.sample)
      if (!root.ok) return root
      // Only as it is shipped: what a person takes trust from, or brings in from elsewhere, is not trusted by a click on its card.
      if (root.value.made) await trust.set(root.value.root, true)
      await removeLeftDrafts(root.value.root, Date.now())
      return ok(await keep(root.value.root))
    }
    const root =
      'paste' in what ? await createPastedProject(data.pasted, what.paste) : await findFolder(what.path, data)
    if (!root.ok) return root
    await removeLeftDrafts(root.value, Date.now())
    return ok(await keep(root.value))
  }

  return {
    recent,
    at,
    openInPassing,
    async find(id) {
      return known.get(id) ?? (await recent()).find((project) => project.id === id) ?? trusted(id)
    },
    async open(what) {
      const opened = await openInPassing(what)
      if (opened.ok) await remember(opened.value)
      return opened
    },
  }
}

/** The newest of both kinds: samples that were looked at push nobody's own folders out. */
function newest(roots: readonly string[], copies: string | undefined): string[] {
  const left = { own: MAX_RECENT, copy: MAX_RECENT }
  return roots.filter((root) => left[dirname(root) === copies ? 'copy' : 'own']-- > 0)
}

/** The id of a folder: the same at every launch. */
export function projectIdOf(root: string): ProjectId {
  return projectId(`prj_${createHash('sha256').update(root).digest('hex').slice(0, 20)}`)
}

function describe(root: string, copies: string | undefined): Project {
  return { id: projectIdOf(root), name: basename(root) || root, root, sample: dirname(root) === copies }
}

async function findFolder(path: string, data: DataFolder): Promise<Result<string, Refusal>> {
  const wanted = fullPathOf(path)
  if (wanted === undefined)
    return err(badFolder(path, 'is not a full path', 'Give the path from the root of the disk.'))
  const root = await realFolder(wanted)
  if (root === undefined)
    return err(
      (await isFile(wanted))
        ? badFolder(path, 'is a file, not a folder', 'Choose the folder of the project that it belongs to.')
        : badFolder(path, 'is not a folder that can be read', 'Check its spelling.'),
    )
  if (root === parse(root).root) return err(badFolder(path, 'is a whole disk', 'Choose the folder of one project.'))
  const [own, copies] = [await realFolder(data.root), await realFolder(data.projects)]
  const isOwn = own !== undefined && (root === own || isBelow(own, root))
  if (isOwn && !(copies !== undefined && isBelow(copies, root)))
    return err(badFolder(path, 'belongs to Slyglass itself', 'Choose the folder of a project.'))
  return ok(root)
}

async function realFolder(path: string): Promise<string | undefined> {
  try {
    const root = await realpath(path)
    return (await stat(root)).isDirectory() ? root : undefined
  } catch {
    return undefined
  }
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

function badFolder(path: string, why: string, hint: string): Refusal {
  return { status: 404, code: 'folder', message: `${path} ${why}.`, hint }
}
