// Which document an include means. Paths are relative to the project and use `/`.
import type { IncludeTarget } from './parse-include.ts'
import { expandInclude } from './path-pattern.ts'
import type { Session } from './session.ts'

/** What an include leads to. */
export type Located = { readonly kind: 'documents'; readonly docs: readonly string[] } | Unlocated

/** A way out of the project. `doc` is what a reader may still be asked for. */
export interface Outside {
  readonly kind: 'outside'
  readonly by: 'parent' | 'absolute' | 'link'
  readonly doc?: string
}

/** Why an include adds nothing. */
export type Unlocated =
  | { readonly kind: 'missing'; readonly doc: string; readonly elsewhere?: string }
  | { readonly kind: 'not-fetched' }
  | { readonly kind: 'unknown-ending'; readonly doc: string }
  | Outside
  | { readonly kind: 'no-match'; readonly pattern: string }

const KNOWN = /\.(?:conf|json|properties)$/

/** Finds the documents of an include in `from`, which stands `depth` includes below the opened document. */
export function locateInclude(session: Session, target: IncludeTarget, from: string, depth: number): Located {
  const { name } = target
  if (target.form === 'url' || /^(?:https?|file):\/\//.test(name)) return { kind: 'not-fetched' }
  if (target.form === 'classpath' || target.form === 'package') return { kind: 'missing', doc: name }
  const beside = joinPath(folderOf(from), name)
  const place = session.runtime && depth === 0 ? joinPath('', name) : beside
  if (place === undefined) return { kind: 'outside', by: 'parent' }
  if (session.runtime) return locateForRuntime(session, place, depth === 0 ? beside : joinPath('', name), name)
  const docs = specCandidates(place).filter((doc) => session.options.read?.(doc) !== undefined)
  if (docs.length > 0) return { kind: 'documents', docs }
  const outside = wayOut(session, place, specCandidates(place))
  if (outside !== undefined) return outside
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
    if (docs.length > 0) return { kind: 'documents', docs }
    return wayOut(session, place, []) ?? { kind: 'no-match', pattern: place }
  }
  if (session.options.read?.(place) !== undefined) return { kind: 'documents', docs: [place] }
  const outside = wayOut(session, place, [])
  if (outside !== undefined) return outside
  const found = other !== undefined && other !== place && session.options.read?.(other) !== undefined
  return { kind: 'missing', doc: place, ...(found ? { elsewhere: other } : {}) }
}

// An absolute name counts where the reader knows it: files that the system names, and not the project.
function wayOut({ options }: Session, place: string, others: readonly string[]): Outside | undefined {
  if (isAbsolute(place)) return { kind: 'outside', by: 'absolute', doc: place }
  const doc = [place, ...others].find((one) => !NO_NAME.test(one) && options.outside?.includes(one))
  return doc === undefined ? undefined : { kind: 'outside', by: 'link', doc }
}

/** Names that are refused wherever they lead: those of a stream or device, and those that not every system keeps. */
const NO_NAME = /[:\u0000-\u001f]|[. ](?:\/|$)/

const isAbsolute = (name: string): boolean => name.startsWith('/') || /^[A-Za-z]:/.test(name)

/** The folder of a document, without a slash at its end. */
export function folderOf(doc: string): string {
  const slash = doc.lastIndexOf('/')
  return slash === -1 ? '' : doc.slice(0, slash)
}

/** A name seen from a folder, with `.` and `..` resolved; undefined when it leaves the project. Absolute names stay. */
export function joinPath(folder: string, name: string): string | undefined {
  const plain = name.replaceAll('\\', '/')
  const rooted = isAbsolute(plain) ? plain : folder === '' ? plain : `${folder}/${plain}`
  const parts: string[] = []
  for (const part of rooted.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
