// Which document an include means. Paths are relative to the project and use `/`.
import type { IncludeTarget } from './parse-include.ts'
import { fitsPattern } from './path-pattern.ts'
import type { Session } from './session.ts'

/** What an include leads to. */
export type Located = { readonly kind: 'documents'; readonly docs: readonly string[] } | Unlocated

/** Why an include adds nothing. */
export type Unlocated =
  | { readonly kind: 'missing'; readonly doc: string; readonly elsewhere?: string }
  | { readonly kind: 'not-fetched' }
  | { readonly kind: 'unknown-ending'; readonly doc: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'no-match'; readonly pattern: string }

const KNOWN = /\.(?:conf|json|properties)$/

/** Finds the documents of an include in `from`, which stands `depth` includes below the opened document. */
export function locateInclude(session: Session, target: IncludeTarget, from: string, depth: number): Located {
  const { name } = target
  if (target.form === 'url' || /^(?:https?|file):\/\//.test(name)) return { kind: 'not-fetched' }
  if (target.form === 'classpath' || target.form === 'package') return { kind: 'missing', doc: name }
  const beside = joinPath(folderOf(from), name)
  const place = session.runtime && depth === 0 ? joinPath('', name) : beside
  if (place === undefined) return { kind: 'outside' }
  if (session.runtime) return locateForRuntime(session, place, depth === 0 ? beside : joinPath('', name), name)
  const docs = specCandidates(place).filter((doc) => session.options.read?.(doc) !== undefined)
  if (docs.length > 0) return { kind: 'documents', docs }
  const exists = /\.[^./]+$/.test(place) && !KNOWN.test(place) && session.options.read?.(place) !== undefined
  return exists ? { kind: 'unknown-ending', doc: place } : { kind: 'missing', doc: place }
}

// Lower precedence first, because later definitions win.
function specCandidates(place: string): readonly string[] {
  return KNOWN.test(place) ? [place] : [`${place}.properties`, `${place}.json`, `${place}.conf`]
}

function locateForRuntime(session: Session, place: string, other: string | undefined, name: string): Located {
  if (/[*?]/.test(name)) {
    const docs = expandInclude(place, session.options.list?.() ?? [])
    return docs.length === 0 ? { kind: 'no-match', pattern: place } : { kind: 'documents', docs }
  }
  if (session.options.read?.(place) !== undefined) return { kind: 'documents', docs: [place] }
  const found = other !== undefined && other !== place && session.options.read?.(other) !== undefined
  return { kind: 'missing', doc: place, ...(found ? { elsewhere: other } : {}) }
}

/** The documents that an include means: those that its `*` and `?` match, or the one that it names. */
export function expandInclude(name: string, docs: readonly string[]): readonly string[] {
  if (!/[*?]/.test(name)) return [name]
  return docs.filter((doc) => fitsPattern(name, doc)).sort()
}

/** The folder of a document, without a slash at its end. */
export function folderOf(doc: string): string {
  const slash = doc.lastIndexOf('/')
  return slash === -1 ? '' : doc.slice(0, slash)
}

/** A name seen from a folder, with `.` and `..` resolved; undefined when it leaves the project. Absolute names stay. */
export function joinPath(folder: string, name: string): string | undefined {
  const plain = name.replaceAll('\\', '/')
  const absolute = plain.startsWith('/') || /^[A-Za-z]:/.test(plain)
  const rooted = absolute ? plain : folder === '' ? plain : `${folder}/${plain}`
  const parts: string[] = []
  for (const part of rooted.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
