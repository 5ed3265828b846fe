import { expandInclude } from '@slyglass/hocon'
import { isOutside } from './confine.ts'
import { listFiles } from './file-list.ts'
import type { ProjectFiles } from './files.ts'

/** Texts by path, as `readNetwork` takes them. */
export type Texts = Readonly<Record<string, string>>

const ROUNDS = 12
/** An evaluation takes no more characters of included texts, and follows no more includes (SPEC.md of HOCON, rule 12). */
const MOST_CHARACTERS = 20_000_000
const MOST_FILES = 2_002
const AT_ONCE = 32

/** What was read, and on which files that depends. */
export interface WithIncludes<T> {
  readonly result: T
  readonly texts: Texts
  /** Paths that were asked for and lead out of the project. */
  readonly outside: readonly string[]
  /** Every path that was asked for, there or not. */
  readonly asked: ReadonlySet<string>
  /** It depends on which files there are, too. */
  readonly hasPatterns: boolean
}

/**
 * Reads a document and, round by round, the includes that reading it asks for. Paths that lead out of the project are told apart
 * from missing ones; one to a file that is not shown is as good as missing.
 */
export async function readWithIncludes<T>(
  files: Pick<ProjectFiles, 'read'>,
  root: string,
  file: string,
  read: (texts: Texts, outside: readonly string[]) => { readonly result: T; readonly missing: readonly string[] },
): Promise<WithIncludes<T> | undefined> {
  const texts: Record<string, string> = Object.create(null)
  const asked = new Set<string>()
  const outside: string[] = []
  let hasPatterns = false
  let characters = 0
  const fetch = async (paths: readonly string[]) => {
    const found = await Promise.all(paths.map(async (path) => ({ path, reply: await files.read(root, path) })))
    for (const { path, reply } of found) {
      asked.add(path)
      if (reply.ok) texts[reply.value.path] = reply.value.text
      else if (isOutside(reply.error)) outside.push(path)
      if (reply.ok && path !== file) characters += reply.value.text.length
    }
  }
  let wanted: readonly string[] = [file]
  for (let round = 0; ; round += 1) {
    for (let at = 0; at < wanted.length && characters <= MOST_CHARACTERS; at += AT_ONCE)
      await fetch(wanted.slice(at, at + AT_ONCE))
    if (texts[file] === undefined) return undefined
    const { result, missing } = read(texts, outside)
    const patterned = missing.some((path) => /[*?]/.test(path))
    const all = patterned ? (await listFiles(root)).map((row) => row.path) : []
    const named = new Set(missing.flatMap((path) => expandInclude(path, all)).filter((path) => !asked.has(path)))
    wanted = [...named].slice(0, Math.max(0, MOST_FILES - asked.size))
    hasPatterns ||= patterned
    if (wanted.length === 0 || round >= ROUNDS || characters > MOST_CHARACTERS)
      return { result, texts, outside, asked, hasPatterns }
  }
}
