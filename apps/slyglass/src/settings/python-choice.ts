import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import { listPythons } from '@slyglass/environment'
import type { PythonsReply } from '@slyglass/protocol'
import { z } from 'zod'
import { createJsonFile } from '../json-file.ts'
import type { Refusal } from '../refusal.ts'
import type { Environment } from '../workspace/project-env.ts'
import type { Project } from '../workspace/projects.ts'
import type { Trust } from '../workspace/trust.ts'

/** Which interpreter each project uses. Choices are kept beside the projects, never in them. */
export interface PythonChoice {
  /** What was chosen for a folder. */
  chosen(root: string): string | undefined
  list(project: Project): Promise<PythonsReply>
  /** null takes the choice back. */
  choose(project: Project, path: string | null): Promise<Result<undefined, Refusal>>
}

const schema = z.object({ interpreters: z.record(z.string(), z.string()) })

export async function openPythonChoice(options: {
  readonly file: string
  readonly trust: Pick<Trust, 'isTrusted'>
  readonly shell: Environment
}): Promise<PythonChoice> {
  const { trust, shell } = options
  const kept = createJsonFile(options.file, schema, { interpreters: {} })
  let present = (await kept.read()).interpreters
  return {
    chosen: (root) => present[root],
    async list({ root }) {
      const chosen = present[root]
      // Looking starts interpreters: what belongs to a folder that is not trusted must not run.
      const trusted = await trust.isTrusted(root)
      const own = trusted ? { projectRoot: root, ...(chosen !== undefined && { chosen }) } : {}
      const found = await listPythons({ env: shell, ...own })
      return { chosen: chosen ?? null, trusted, found }
    },
    async choose({ root }, path) {
      if (!(await trust.isTrusted(root))) return err(UNTRUSTED)
      if (path !== null && !isThere(path)) return err(missing(path))
      const next = Object.fromEntries(Object.entries(present).filter(([folder]) => folder !== root))
      present = path === null ? next : { ...next, [root]: path }
      await kept.change(() => ({ interpreters: present }))
      return ok(undefined)
    },
  }
}

function isThere(path: string): boolean {
  return isAbsolute(path) && statSync(path, { throwIfNoEntry: false }) !== undefined
}

const UNTRUSTED: Refusal = {
  status: 403,
  code: 'untrusted',
  message: 'The folder is not trusted, so no interpreter is started for it.',
  hint: 'Trust the folder first.',
}

function missing(path: string): Refusal {
  return {
    status: 400,
    code: 'python',
    message: `There is nothing at ${path}.`,
    hint: 'Give the whole path of an interpreter, or of the folder of a virtual environment.',
  }
}
