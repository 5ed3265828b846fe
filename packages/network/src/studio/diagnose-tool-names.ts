// Names that stand for two tools. An entry's own name is what models know, its runtime name what people, commands and code know;
// both places of a clash are told, because either may be the one to change.
import type { Diagnostic, SourceRange } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { nameRange, partOf, say } from '../say.ts'

interface Taken {
  readonly entry: string
  readonly name: string
  readonly at: SourceRange
  readonly isRuntime: boolean
}

export function diagnoseToolNames(entries: readonly EntrySource[]): readonly Diagnostic[] {
  const places = new Map<string, Taken[]>()
  for (const taken of entries.flatMap(namesOf)) {
    const key = taken.name.toLowerCase().replaceAll('.', '_')
    places.set(key, [...(places.get(key) ?? []), taken])
  }
  return [...places.values()].flatMap(clashOf)
}

function namesOf(source: EntrySource): readonly Taken[] {
  const { entry, value } = source
  const runtime = partOf(value, 'studio', 'runtime_name')
  const own = { entry: entry.name, name: entry.name, at: nameRange(source), isRuntime: false }
  if (entry.name === '') return []
  if (runtime?.kind !== 'string') return [own]
  return [own, { entry: entry.name, name: runtime.text, at: runtime.origin.place, isRuntime: true }]
}

/** The first two entries that share a name; two entries of one name are told of elsewhere. */
function clashOf(taken: readonly Taken[]): readonly Diagnostic[] {
  const runtime = taken.find((one) => one.isRuntime && taken.some(({ entry }) => entry !== one.entry))
  if (runtime === undefined) return []
  const others = taken.filter(({ entry }) => entry !== runtime.entry)
  const other = others.find(({ isRuntime }) => isRuntime) ?? others[0]
  if (other === undefined) return []
  const [first, second] = taken.indexOf(other) < taken.indexOf(runtime) ? [other, runtime] : [runtime, other]
  const name = first.isRuntime ? first.name : runtime.name
  const message = `the runtime name ${name} stands for ${first.entry} and for ${second.entry}; give one of them another`
  return [first, second].map(({ at, entry }) => say('error', 'duplicate-runtime-name', message, at, entry))
}
