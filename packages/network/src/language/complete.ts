// Completion in networks and the files around them.
import {
  type Completion,
  completionsAt,
  type KeySpec,
  keysOf,
  type OfferedName,
  type Spot,
} from '@slyglass/hocon/language'
import type { EntryKind } from '../model.ts'
import { BUILT_IN_MODELS, BUILT_IN_TOOLS, withBuiltIn } from './built-in-names.ts'
import { placeholdersOf, privateKeysOf } from './things.ts'
import { valueAtPath } from './value-at-path.ts'
import type { NetworkView } from './view.ts'

export function completeAt(view: NetworkView, doc: string, offset: number): readonly Completion[] {
  return completionsAt(view.hocon, doc, offset, {
    schema: view.schemaOf(doc),
    names: (kind, spot) => namesFor(view, doc, kind, spot),
    hides: (key, spot) => isForOthers(key, keysOf(spot.container, 'neuro-san')),
  })
}

function namesFor(view: NetworkView, doc: string, kind: string, spot: Spot): readonly OfferedName[] {
  const { input } = view
  switch (kind) {
    case 'callee':
      return [
        ...calleesOf(view, spot),
        ...(input.networks ?? []).map((name) => ({ name: `/${name}`, detail: 'network' })),
      ]
    case 'entry':
      return entriesOf(view)
    case 'class':
      return input.classes ?? []
    case 'toolbox':
      return withBuiltIn(input.toolbox, BUILT_IN_TOOLS)
    case 'model':
      return withBuiltIn(input.models, BUILT_IN_MODELS)
    case 'private-key':
      return privateKeysOf(view).map((name) => ({ name, detail: 'private key' }))
    case 'placeholder':
      return [...placeholdersOf(view)].map(([name, about]) => ({ name, about }))
    case 'property':
      return propertiesBeside(view, spot)
    case 'network':
      return (input.networks ?? []).map((name) => ({ name }))
    case 'network-file':
      return filesBelow(view, doc)
    default:
      return kind === 'file' ? (input.files ?? []).map((name) => ({ name })) : []
  }
}

const KINDS: Readonly<Record<EntryKind, string>> = {
  agent: 'agent',
  'coded-tool': 'coded tool',
  'toolbox-tool': 'toolbox tool',
  incomplete: 'not callable yet',
}

function entriesOf(view: NetworkView): readonly OfferedName[] {
  return view.source.entries
    .filter(({ entry }) => entry.name !== '')
    .map(({ entry }) => ({
      name: entry.name,
      detail: KINDS[entry.kind],
      ...(entry.description === undefined ? {} : { about: entry.description }),
    }))
}

// An agent does not call itself, nor anyone twice.
function calleesOf(view: NetworkView, spot: Spot): readonly OfferedName[] {
  const index = spot.path.indexOf('tools')
  const own = view.source.entries.find(({ entry }) => entry.index === spot.path[index + 1])
  const listed = new Set(own?.references.map(({ name }) => name) ?? [])
  return entriesOf(view).filter(({ name }) => name !== own?.entry.name && (!listed.has(name) || spot.typed === name))
}

function propertiesBeside(view: NetworkView, spot: Spot): readonly OfferedName[] {
  const schema = spot.path.slice(0, spot.path.lastIndexOf('required'))
  const properties = valueAtPath(view.hocon.evaluation.value, [...schema, 'properties'])
  return properties?.kind === 'object' ? [...properties.fields.keys()].map((name) => ({ name })) : []
}

function filesBelow(view: NetworkView, doc: string): readonly OfferedName[] {
  const folder = doc.slice(0, doc.lastIndexOf('/') + 1)
  return (view.input.files ?? [])
    .filter((file) => file.startsWith(folder) && file !== doc && /\.(?:hocon|json)$/.test(file))
    .map((file) => ({ name: file.slice(folder.length) }))
}

/** True for a key that means nothing in the kind of entry that the written keys make. */
function isForOthers({ key, on }: KeySpec, written: readonly string[]): boolean {
  const has = (name: string) => written.includes(name) && name !== key
  const kind = has('toolbox') ? 'toolbox-tool' : has('class') ? 'coded-tool' : undefined
  if (kind !== undefined) return on !== undefined && !on.includes(kind)
  return (has('instructions') || has('tools')) && (key === 'class' || key === 'toolbox')
}
