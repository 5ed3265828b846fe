// Texts of the project's files that nobody has opened, read when the language service needs them.
import type { ProjectId } from '@slyglass/base'
import { client } from '../../../app/public/client.ts'
import { leadsOutside, setOutside } from '../../../app/public/files.ts'
import { onFilesChanged } from '../../../app/public/runs.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { useWorkspace } from '../../../app/public/workspace.ts'

const AT_ONCE = 6

let project: ProjectId | undefined
const known = new Map<string, string>()
const unreadable = new Set<string>()

onFilesChanged(({ changed }) => {
  unreadable.clear()
  for (const { path } of changed) known.delete(path)
})

/** Texts that the language service looks at: those of open documents before those on disk. */
export function projectTexts(): ReadonlyMap<string, string> {
  followProject()
  const { store } = useWorkspace.getState()
  const texts = new Map(known)
  for (const doc of store.docs()) if (/\.(?:hocon|conf|json|py|ts)$/.test(doc)) texts.set(doc, store.text(doc))
  return texts
}

/** Reads files from disk. True when at least one text came that was not known, or one is now known to lie outside. */
export async function readProjectTexts(paths: readonly string[]): Promise<boolean> {
  followProject()
  const asked = project
  if (asked === undefined) return false
  const { store, outside } = useWorkspace.getState()
  const wanted = paths.filter((path) => !known.has(path) && !store.has(path) && !unreadable.has(path))
  const queue = [...wanted]
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const reply = await client.readFile(asked, path)
      if (project !== asked) return
      setOutside(path, leadsOutside(reply))
      if (reply.ok) known.set(path, reply.value.text.replace(/^\uFEFF/, ''))
      else unreadable.add(path)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work))
  return wanted.some((path) => known.has(path)) || useWorkspace.getState().outside !== outside
}

function followProject(): void {
  const now = useStudio.getState().project?.id
  if (now === project) return
  project = now
  known.clear()
  unreadable.clear()
}
