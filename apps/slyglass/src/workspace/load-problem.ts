// Why a file of tools does not load, read from what its host said: the file and line that are to be mended, and the reason.
import { relative, sep } from 'node:path'

/** What a host said of a file that it could not load. */
export interface LoadFailure {
  readonly code: string
  readonly message: string
  readonly detail?: string
}

export interface LoadProblem {
  /** Path in the project; absent when no file of the project is to blame. */
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly reason: string
  /** What to do about it. */
  readonly advice: string
}

/** The innermost place in the project that stands in what was said. */
export function readLoadProblem({ message, detail = '' }: LoadFailure, root: string): LoadProblem {
  const read = readBundling(detail)[0] ?? readTraceback(detail, root) ?? readStack(detail, root)
  const found = read ?? { reason: message.replaceAll(`${root}${sep}`, '') }
  return { ...found, advice: adviceFor(found.reason) }
}

/** `FILE:LINE:COLUMN: REASON`, as far as it is known. */
export function placeOf({ file, line, column }: LoadProblem): string | undefined {
  return file === undefined ? undefined : [file, line, column].filter((part) => part !== undefined).join(':')
}

export interface OwnLine {
  /** Path in the project. */
  readonly file: string
  readonly line: number
}

/** The lines of the project that led to it, each file's innermost, the innermost file first. */
export function ownLines({ detail = '' }: LoadFailure, root: string): readonly OwnLine[] {
  const isPython = detail.includes('File "')
  const frames = [...detail.matchAll(isPython ? FRAME : CALL)]
  const inner = isPython ? frames.reverse() : frames
  const lines = new Map<string, OwnLine>()
  for (const { groups: { path = '', line } = {} } of inner) {
    const file = inProject(path, root)
    if (isOwn(path, root) && !lines.has(file)) lines.set(file, { file, line: Number(line) })
  }
  return [...lines.values()]
}

type Found = Omit<LoadProblem, 'advice'>

const BUNDLING = /^(?<file>.+?):(?<line>\d+):(?<column>\d+): ERROR: (?:\[plugin: [\w-]+\] )?(?<reason>.+)$/gm

/** All that the bundler found. */
export function readBundling(
  said: string,
): readonly (OwnLine & { readonly column: number; readonly reason: string })[] {
  return [...said.matchAll(BUNDLING)].map(({ groups = {} }) => {
    const { file = '', line, column, reason = '' } = groups
    // The bundler counts columns from 0.
    return { file, line: Number(line), column: Number(column) + 1, reason }
  })
}

const FRAME = /^\s*File "(?<path>[^"\n]+)", line (?<line>\d+)/gm

function readTraceback(detail: string, root: string): Found | undefined {
  if (!detail.includes('File "')) return undefined
  const frames = [...detail.matchAll(FRAME)]
  const own = frames.findLast(({ groups }) => isOwn(groups?.path ?? '', root))
  const last = frames.at(-1)
  // The reason is the first line behind the frames that is not indented.
  const reason = /^\S.*$/m.exec(detail.slice(detail.indexOf('\n', last?.index)))?.[0]
  if (reason === undefined) return undefined
  const { path, line } = own?.groups ?? {}
  return { reason, ...(path !== undefined && { file: inProject(path, root), line: Number(line) }) }
}

const CALL = /\(?(?:file:\/\/)?(?<path>\/[^()\n]*?|[A-Za-z]:[^()\n]*?):(?<line>\d+):(?<column>\d+)\)?$/gm

function readStack(detail: string, root: string): Found | undefined {
  const reason = /^\S.*$/m.exec(detail)?.[0]
  const own = [...detail.matchAll(CALL)].find(({ groups }) => isOwn(groups?.path ?? '', root))
  const { path, line, column } = own?.groups ?? {}
  if (reason === undefined || path === undefined) return undefined
  return { file: inProject(path, root), line: Number(line), column: Number(column), reason }
}

const FOREIGN = /[\\/](?:site-packages|node_modules|\.venv|venv)[\\/]/

const isOwn = (path: string, root: string): boolean => path.startsWith(`${root}${sep}`) && !FOREIGN.test(path)

const inProject = (path: string, root: string): string => relative(root, path).split(sep).join('/')

/** What to do about it. */
export function adviceFor(reason: string): string {
  if (/^ModuleNotFoundError|^ImportError/.test(reason))
    return 'Correct the import, or install what it needs for the Python that runs the tools.'
  const [, missing] = /^Could not resolve "((?:@[\w.-]+\/)?[\w-][\w.-]*)/.exec(reason) ?? []
  if (missing !== undefined)
    return `The package ${missing} is not installed for this project: run \`npm install ${missing}\` in its folder, or correct the import.`
  if (/^Could not resolve/.test(reason)) return 'Correct the import.'
  return 'Mend the file.'
}
