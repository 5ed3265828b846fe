// The entry of a new tool and its mention in an agent, as edits of the documents as they lie on disk.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { applyTextEdits, err, type JsonObject, ok, type Result } from '@slyglass/base'
import { planEdit } from '@slyglass/network'
import type { Refusal } from '../refusal.ts'
import type { ProjectFiles } from '../workspace/files.ts'
import type { ProjectNetworks, ReadNetwork } from '../workspace/networks.ts'
import type { Project } from '../workspace/projects.ts'

/** What writing into networks asks of. */
export interface EntryParts {
  readonly files: ProjectFiles
  readonly networks: ProjectNetworks
}

interface NewEntry {
  readonly name: string
  readonly className: string
  readonly agent: string
  readonly fields: JsonObject
}

/** Edits that are planned and can be written. */
export interface PlannedEntry {
  /** Answers with the documents that changed; a document that another program changed meanwhile is a refusal. */
  write(): Promise<Result<readonly string[], Refusal>>
  /** Takes back a file that was written for it. */
  takeBack(file: string): Promise<void>
}

export async function addEntry(
  { files, networks }: EntryParts,
  project: Project,
  { network, documents }: ReadNetwork,
  { name, className, agent, fields }: NewEntry,
): Promise<Result<PlannedEntry, Refusal>> {
  if (network.entries.some((entry) => entry.name === name)) {
    const message = `${network.name} has an entry ${name} already, so nothing was changed.`
    return err({ status: 409, code: 'tool-exists', message, hint: 'Choose another name.' })
  }
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  const input = { network: network.name, file: network.file, texts, env: await networks.env(project) }
  const planned = planEdit(input, { kind: 'add-coded-tool', name, className, caller: agent, fields })
  if (!planned.ok) {
    const message = `${network.file} cannot be changed: ${planned.error.message}.`
    return err({ status: 422, code: 'edit-refused', message, hint: 'Nothing was written.' })
  }
  const changed = documents
    .map(({ path, text }) => ({
      path,
      text: applyTextEdits(
        text,
        planned.value.filter(({ doc }) => doc === path),
      ),
      was: text,
    }))
    .filter(({ text, was }) => text !== was)
  return ok({
    async write() {
      for (const { path, text, was } of changed) {
        const saved = await replaceText(files, project, { path, text, was })
        if (!saved.ok) return saved
      }
      return ok(changed.map(({ path }) => path))
    },
    takeBack: (file) => rm(join(project.root, file), { force: true }),
  })
}

interface Replacing {
  readonly path: string
  readonly text: string
  readonly was: string
}

async function replaceText(
  files: ProjectFiles,
  { root }: Project,
  { path, text, was }: Replacing,
): Promise<Result<unknown, Refusal>> {
  const present = await files.read(root, path)
  if (!present.ok) return present
  if (present.value.text !== was) {
    const message = `${path} was changed by another program meanwhile.`
    return err({ status: 409, code: 'file-changed', message, hint: 'Try again.' })
  }
  return files.save(root, path, { text, baseHash: present.value.hash })
}
