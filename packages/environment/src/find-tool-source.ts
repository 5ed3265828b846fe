// Finds the file of a coded tool by looking at files only: nothing is imported and no process is started.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'
import { FolderNames, type factsOf } from './folder-names.ts'
import { KeptAnswers, LookedAt } from './looked-at.ts'
import { classOf, keyOfSources, type ToolPlace, toolPlaces } from './tool-places.ts'

/** Where a class lies, or why it was not found. All paths are absolute. */
export type ToolSource =
  | {
      readonly found: true
      readonly language: 'python' | 'typescript'
      readonly file: string
      readonly tried: readonly string[]
      /** Files further out that hold the class too. */
      readonly shadowed: readonly string[]
    }
  | {
      readonly found: false
      /** `at-run-time`: the module may be one of the interpreter's own; only Python can tell. */
      readonly reason: 'missing' | 'class-missing' | 'no-module' | 'both-languages' | 'at-run-time'
      readonly tried: readonly string[]
      /** Files that exist: both of `both-languages`, or those that lack the class. */
      readonly files: readonly string[]
      readonly message: string
    }

export interface FindToolOptions {
  /** AGENT_TOOL_PATH_ONLY: fully qualified names are not looked up. */
  readonly toolPathOnly?: boolean
  /** Import path of the chosen interpreter (`findPython`). With it, `at-run-time` is decided as well. */
  readonly interpreterPath?: readonly string[]
  /** How files are asked whether they have changed. */
  readonly facts?: typeof factsOf
}

interface Candidate {
  readonly language: 'python' | 'typescript'
  readonly file: string
  readonly hasClass: boolean
}

const found = new KeptAnswers<ToolSource>()

/** Finds `module.ClassName` for a network. */
export function findToolSource(sources: ToolSources, className: string, options: FindToolOptions = {}): ToolSource {
  const { toolPathOnly = false, interpreterPath = [] } = options
  const key = `${className} ${toolPathOnly} ${interpreterPath.join()} ${options.interpreterPath === undefined} ${keyOfSources(sources)}`
  const known = found.find(key, options.facts)
  if (known !== undefined) return known
  const [looked, began] = [new LookedAt(), Date.now()]
  const source = lookFor(sources, className, options, looked)
  found.keep(key, source, looked, began)
  return source
}

function lookFor(sources: ToolSources, className: string, options: FindToolOptions, looked: LookedAt): ToolSource {
  const places = toolPlaces(sources, className, options.toolPathOnly === true)
  const name = classOf(className)
  if (places.length === 0) {
    const message = `The class "${className}" names no module. Write it as module.${name}.`
    return { found: false, reason: 'no-module', tried: [], files: [], message }
  }
  const tried = places.flatMap((place) => place.stems).flatMap((stem) => [`${stem}.py`, `${stem}.ts`])
  const folders = new FolderNames((path) => looked.facts(path))
  const candidates = places.flatMap((place) => candidatesOf(place, name, folders, looked))
  const holders = candidates.filter((candidate) => candidate.hasClass)
  const first = holders[0]
  if (first === undefined) return notFound(places, className, { candidates, tried, looked }, options)
  const twin = holders.find((candidate) => candidate.language !== first.language)
  if (twin !== undefined) {
    const files = [first.file, twin.file]
    const message = `"${className}" is there in two languages: ${files.join(' and ')}. Remove or rename one of them.`
    return { found: false, reason: 'both-languages', tried, files, message }
  }
  const shadowed = holders.slice(1).map((candidate) => candidate.file)
  return { found: true, language: first.language, file: first.file, tried, shadowed }
}

function notFound(
  places: readonly ToolPlace[],
  className: string,
  { candidates, tried, looked }: { candidates: readonly Candidate[]; tried: readonly string[]; looked: LookedAt },
  options: FindToolOptions,
): ToolSource {
  const name = classOf(className)
  const own = places[0]
  if (own !== undefined && options.toolPathOnly !== true) {
    const library = interpreterFile(own.module, name, options.interpreterPath, looked)
    if (library !== undefined) {
      return { found: true, language: 'python', file: library, tried, shadowed: [] }
    }
  }
  const files = candidates.map((candidate) => candidate.file)
  if (files.length > 0) {
    const message = `${files.join(', ')} ${files.length === 1 ? 'has' : 'have'} no class "${name}".`
    return { found: false, reason: 'class-missing', tried, files, message }
  }
  const isDotted = own?.module.includes('.') === true
  if (isDotted && options.toolPathOnly !== true && options.interpreterPath === undefined) {
    const message = `"${className}" is no file of the project; Python looks it up at run time.`
    return { found: false, reason: 'at-run-time', tried, files, message }
  }
  return { found: false, reason: 'missing', tried, files, message: missingMessage(className, tried) }
}

function missingMessage(className: string, tried: readonly string[]): string {
  return `No file for "${className}". Looked for, in this order: ${tried.join(', ')}.`
}

function candidatesOf(place: ToolPlace, name: string, folders: FolderNames, looked: LookedAt): readonly Candidate[] {
  return place.stems.flatMap((stem) => {
    const [folder, module] = [dirname(stem), basename(stem)]
    const there = (file: string) => (folders.has(folder, file) ? [join(folder, file)] : [])
    const inside = folders.has(folder, module) ? [join(stem, '__init__.py')] : []
    return [
      ...candidate('python', [...there(`${module}.py`), ...inside], name, looked),
      ...candidate('typescript', there(`${module}.ts`), name, looked),
    ]
  })
}

function candidate(
  language: 'python' | 'typescript',
  paths: readonly string[],
  name: string,
  looked: LookedAt,
): readonly Candidate[] {
  const file = paths.find((path) => isFile(path, looked))
  return file === undefined ? [] : [{ language, file, hasClass: mentions(file, name, looked) }]
}

/** True when a class in the file may say how it is. */
export const namesHealth = (file: string): boolean => mentions(file, 'health', new LookedAt())

/** What was read of files, by file and name: reading and searching one again costs more than asking whether it changed. */
const verdicts = new Map<string, { readonly state: string; readonly mentions: boolean }>()
const MOST_VERDICTS = 5_000

/** True when the file may define or pass on the name; only running it could tell more. */
function mentions(file: string, name: string, looked: LookedAt): boolean {
  const facts = looked.facts(file)
  const state = facts === undefined ? '' : `${facts.mtimeMs} ${facts.size} ${facts.ino}`
  const key = `${name} ${file}`
  const known = verdicts.get(key)
  if (known !== undefined && known.state === state) return known.mentions
  const text = facts === undefined || facts.size > MAX_BYTES ? '' : readText(file)
  const found = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '')}(?![\\w$])`).test(text) || /import \*/.test(text)
  if (verdicts.size >= MOST_VERDICTS) verdicts.clear()
  // A file that was written a moment ago may be written again within the same tick of its clock.
  if (facts !== undefined && Date.now() - facts.mtimeMs > SETTLED_MS) verdicts.set(key, { state, mentions: found })
  return found
}

function interpreterFile(
  module: string,
  name: string,
  path: readonly string[] | undefined,
  looked: LookedAt,
): string | undefined {
  for (const base of path ?? []) {
    const stem = join(base, ...module.split('.'))
    const file = [`${stem}.py`, join(stem, '__init__.py')].find((one) => isFile(one, looked))
    if (file !== undefined) return mentions(file, name, looked) ? file : undefined
  }
  return undefined
}

/** No file of tools is larger; reading a huge one would only stop the server. */
const MAX_BYTES = 5_000_000

const SETTLED_MS = 100

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isFile(path: string, looked: LookedAt): boolean {
  return looked.facts(path)?.isFile() === true
}
