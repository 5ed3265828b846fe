// A save writes its text beside the file and then renames it. A program that is killed in between leaves that draft: it is
// cleared away when the project is opened the next time.
import { randomUUID } from 'node:crypto'
import { lstat, realpath, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { walkFolders } from './file-list.ts'
import { isShownFile } from './shown-files.ts'

/** The longest that a save may take; a younger draft may be one that another program is writing. */
const LONGEST_SAVE_MS = 10 * 60_000

const DRAFT = /^\.(.+)\.[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.tmp$/

/** A name beside a file that nobody else gives; hidden from every list. */
export function draftOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`)
}

/** Removes what broken-off saves have left below a folder, and nothing else. Links are not followed. */
export async function removeLeftDrafts(root: string, now: number): Promise<void> {
  const left: string[] = []
  await walkFolders(root, async (folder, entries) => {
    for (const entry of entries) if (entry.isFile() && isDraft(entry.name)) left.push(join(root, folder, entry.name))
    return true
  })
  for (const file of left) await removeDraft(file, now).catch(() => undefined)
}

/** Only names of files that a save may write: a hidden file of another program is nobody's draft. */
function isDraft(name: string): boolean {
  return isShownFile(DRAFT.exec(name)?.[1] ?? '')
}

async function removeDraft(file: string, now: number): Promise<void> {
  const found = await lstat(file)
  if (!found.isFile() || now - found.mtimeMs < LONGEST_SAVE_MS) return
  // The folder may have become a link since it was listed.
  if ((await realpath(dirname(file))) === dirname(file)) await unlink(file)
}
