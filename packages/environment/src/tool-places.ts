// Where the class of a coded tool is looked for, in order. One list serves Python, TypeScript and the diagnostics.
import { dirname, join, relative, sep } from 'node:path'
import type { ToolSources } from '@slyglass/runtime'

/** One place: a Python module name, and the paths without ending that a file of it may have. */
export interface ToolPlace {
  readonly module: string
  readonly stems: readonly string[]
}

/** What follows from sources is asked at each call. One object of sources never changes, and those of most runs are alike. */
interface Derived {
  readonly key: string
  path?: readonly string[]
  packages?: readonly string[]
  readonly places: Map<string, readonly ToolPlace[]>
}

const derived = new WeakMap<ToolSources, Derived>()
const alike = new Map<string, Derived>()
const MOST_ALIKE = 500

function derivedOf(sources: ToolSources): Derived {
  const seen = derived.get(sources)
  if (seen !== undefined) return seen
  const key = JSON.stringify(sources)
  const known = alike.get(key) ?? { key, places: new Map() }
  if (alike.size >= MOST_ALIKE) alike.clear()
  alike.set(key, known)
  derived.set(sources, known)
  return known
}

/** The same text for sources that say the same. */
export function keyOfSources(sources: ToolSources): string {
  return derivedOf(sources).key
}

/** Import roots: what the project says, and the parent of every tool root that lies under none of them. */
export function importPath(sources: ToolSources): readonly string[] {
  const known = derivedOf(sources)
  known.path ??= findImportPath(sources)
  return known.path
}

function findImportPath(sources: ToolSources): readonly string[] {
  const given = sources.pythonPath.length > 0 ? sources.pythonPath : [sources.projectRoot]
  const more = sources.toolRoots.filter((root) => packageOf(root, given) === undefined).map((root) => dirname(root))
  return [...new Set([...given, ...more])]
}

/** Tool roots as Python packages, as they are named in texts. */
export function toolPackages(sources: ToolSources): readonly string[] {
  const known = derivedOf(sources)
  const path = importPath(sources)
  known.packages ??= sources.toolRoots.map((root) => packageOf(root, path) ?? '')
  return known.packages
}

/** The places of `module.ClassName`, the first that holds the class wins. None for a class without a module. */
export function toolPlaces(sources: ToolSources, className: string, toolPathOnly: boolean): readonly ToolPlace[] {
  const { places } = derivedOf(sources)
  const key = `${toolPathOnly} ${className}`
  const known = places.get(key) ?? findPlaces(sources, className, toolPathOnly)
  places.set(key, known)
  return known
}

function findPlaces(sources: ToolSources, className: string, toolPathOnly: boolean): readonly ToolPlace[] {
  const module = moduleOf(className)
  if (module === '') return []
  const path = importPath(sources)
  const places = new Map<string, ToolPlace>()
  const add = (name: string) => {
    if (!places.has(name)) places.set(name, { module: name, stems: path.map((base) => join(base, ...name.split('.'))) })
  }
  if (!toolPathOnly) add(module)
  for (const root of toolPackages(sources)) {
    for (const parent of parentPackages(root, sources.network)) add(parent === '' ? module : `${parent}.${module}`)
  }
  return [...places.values()]
}

export function moduleOf(className: string): string {
  return className.slice(0, Math.max(0, className.lastIndexOf('.')))
}

export function classOf(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1)
}

/** The network's own package, its parents, the root. A root that ends with the network's name is not extended by it. */
function parentPackages(root: string, network: string): readonly string[] {
  const parts = network.split('/').filter((part) => part !== '')
  const parents: string[] = []
  for (let length = parts.length; length >= 0; length -= 1) {
    const name = parts.slice(0, length).join('.')
    if (name === '' || root.endsWith(name)) parents.push(root)
    else parents.push(root === '' ? name : `${root}.${name}`)
  }
  return parents
}

/** A folder as a package relative to the longest import root that holds it. */
function packageOf(folder: string, path: readonly string[]): string | undefined {
  const holders = path.filter((entry) => isInside(folder, entry)).sort((a, b) => b.length - a.length)
  const holder = holders[0]
  return holder === undefined ? undefined : relative(holder, folder).split(sep).filter(Boolean).join('.')
}

/** True for the folder itself and everything below it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || /^([a-zA-Z]:)?[\\/]/.test(way))
}
