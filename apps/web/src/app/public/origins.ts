// Where the values of an entry are written, and which networks of the project share them.
import type { Entry, FieldSource, SourceRange } from '@slyglass/network'
import { useEffect, useState } from 'react'
import type { ReadingInput } from '../reading/messages.ts'
import { client } from './client.ts'
import { readingPort } from './reading-port.ts'
import { onFilesChanged } from './runs.ts'
import { useStudio } from './studio.ts'
import { useWorkspace } from './workspace.ts'

const AT_ONCE = 6
const ROUNDS = 8

/** Sources of values by their path, joined by dots. Empty until they are known. */
export type Origins = ReadonlyMap<string, FieldSource>

const NONE: Origins = new Map()

/** Where values of an entry are written in the present text. */
export function useOrigins(entry: Entry, paths: readonly (readonly string[])[]): Origins {
  const network = useStudio((state) => state.network)
  const [known, setKnown] = useState<{ readonly entry: string; readonly origins: Origins }>()
  const asked = JSON.stringify(paths)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each reading of the text
  useEffect(() => {
    let stale = false
    const named = JSON.parse(asked) as readonly (readonly string[])[]
    const answer = async () => {
      const reading = readingPort()
      const input = reading.input()
      if (input === undefined) return
      const sources = await reading.origins({ input, entry: entry.name, paths: named })
      if (stale) return
      const found = sources.flatMap((source, index) =>
        source === undefined ? [] : [[named[index]?.join('.') ?? '', source] as const],
      )
      setKnown({ entry: entry.name, origins: new Map(found) })
    }
    answer().catch(report)
    return () => {
      stale = true
    }
  }, [network, entry.name, asked])
  return known?.entry === entry.name ? known.origins : NONE
}

/** How many networks of the project hold what is written at a place; undefined until all were looked at. */
export function useUsers(at: SourceRange): readonly string[] | undefined {
  const [users, setUsers] = useState<readonly string[]>()
  const { doc, from, to } = at
  useEffect(() => {
    let stale = false
    findUsers({ doc, from, to })
      .then((found) => {
        if (!stale) setUsers(found)
      })
      .catch(report)
    return () => {
      stale = true
    }
  }, [doc, from, to])
  return users
}

const onDisk = new Map<string, string | undefined>()
let projectOfTexts: string | undefined

onFilesChanged(({ changed }) => {
  for (const { path } of changed) onDisk.delete(path)
})

async function findUsers(at: SourceRange): Promise<readonly string[] | undefined> {
  const { project } = useStudio.getState()
  if (project === undefined) return undefined
  const reading = readingPort()
  if (projectOfTexts !== project.id) onDisk.clear()
  projectOfTexts = project.id
  let wanted: readonly string[] = project.networks.map(({ file }) => file)
  for (let round = 0; ; round += 1) {
    await readTexts(wanted)
    const texts = { ...textsOnDisk(), ...reading.input()?.texts }
    const inputs = project.networks.map(
      ({ name, file }): ReadingInput => ({ network: name, file, texts, env: project.env, networks: [] }),
    )
    const { networks, missing } = await reading.users({ inputs, at })
    const there = new Set(project.files.map(({ path }) => path))
    wanted = missing.filter((path) => there.has(path) && !onDisk.has(path))
    if (wanted.length === 0 || round >= ROUNDS) return networks
  }
}

function textsOnDisk(): Readonly<Record<string, string>> {
  const known = [...onDisk].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]))
  return Object.fromEntries(known)
}

async function readTexts(paths: readonly string[]): Promise<void> {
  const project = useStudio.getState().project?.id
  const { store } = useWorkspace.getState()
  const queue = paths.filter((path) => !onDisk.has(path) && !store.has(path))
  const work = async () => {
    for (let path = queue.shift(); path !== undefined && project !== undefined; path = queue.shift()) {
      const reply = await client.readFile(project, path)
      onDisk.set(path, reply.ok ? reply.value.text.replace(/^\uFEFF/, '') : undefined)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** A fault of ours surfaces in the console as an uncaught error. */
function report(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
