// Hover, definition, references and rename of what a network means; everything else is as in any HOCON text.
import { applyTextEdits, err, jsonAt, jsonEquals, ok, type Result } from '@slyglass/base'
import {
  definitionAt as definitionOfKey,
  type Hover,
  hoverAt as hoverOfKey,
  preview,
  type References,
  referencesAt as referencesOfKey,
  renameKey,
  renameRangeAt,
  specAt,
  symbolAt,
} from '@slyglass/hocon/language'
import { isRenamed } from '../edits/expected-rename.ts'
import { planRename } from '../edits/rename-entry.ts'
import { tryPlans } from '../edits/try-plans.ts'
import type { EditFailure } from '../edits/workbench.ts'
import type { DocumentEdit, SourceRange } from '../model.ts'
import { readNetwork } from '../read-network.ts'
import { BUILT_IN_MODELS, BUILT_IN_TOOLS, withBuiltIn } from './built-in-names.ts'
import { placeholdersOf, replacementsOf, type Thing, thingAt } from './things.ts'
import {
  type Definition,
  isDefined,
  keysOfDefinition,
  placesOfPrivateKey,
  usesOfDefinition,
  usesOfEntry,
} from './uses.ts'
import type { NetworkView } from './view.ts'

/** What is known about a name. */
export interface NetworkHover extends Hover {
  readonly subject?: {
    readonly kind: Thing['kind']
    readonly about: string
    /** The file that counts, and those that it hides. */
    readonly file?: string
    readonly shadowed?: readonly string[]
  }
}

export function hoverAt(view: NetworkView, doc: string, offset: number): NetworkHover | undefined {
  const plain = hoverOfKey(view.hocon, doc, offset, view.schemaOf(doc))
  const thing = thingAt(view, doc, offset)
  const subject = thing === undefined ? undefined : subjectOf(view, thing)
  if (thing === undefined || subject === undefined) return plain
  const { from, to } = thing.at
  return { layers: [], via: [], uses: 1, ...plain, from, to, title: thing.name, subject }
}

function subjectOf(view: NetworkView, { kind, name }: Thing): NetworkHover['subject'] {
  const { input } = view
  const known = (names: readonly { name: string; about?: string; detail?: string }[] | undefined) => {
    const found = names?.find((one) => one.name === name)
    return found === undefined ? undefined : { kind, about: found.about ?? found.detail ?? '' }
  }
  switch (kind) {
    case 'entry': {
      const entry = view.source.entries.find((source) => source.entry.name === name)?.entry
      return entry === undefined
        ? undefined
        : { kind, about: `${entry.kind}: ${entry.description ?? 'no description'}` }
    }
    case 'network': {
      const file = input.networkFiles?.[name.slice(1)]
      return {
        kind,
        about: file === undefined ? 'not in the manifest' : 'network',
        ...(file === undefined ? {} : { file }),
      }
    }
    case 'class': {
      const found = input.classes?.find((one) => one.name === name)
      if (found === undefined) return undefined
      const { at, shadowed, about, detail } = found
      return {
        kind,
        about: about ?? detail ?? '',
        ...(at === undefined ? {} : { file: at.doc }),
        ...(shadowed === undefined ? {} : { shadowed }),
      }
    }
    case 'placeholder':
      return { kind, about: placeholdersOf(view).get(name) ?? '' }
    case 'replacement': {
      const value = replacementsOf(view).get(name)
      return value === undefined ? undefined : { kind, about: `stands for ${preview(value)}` }
    }
    case 'toolbox':
      return known(withBuiltIn(input.toolbox, BUILT_IN_TOOLS))
    case 'model':
      return known(withBuiltIn(input.models, BUILT_IN_MODELS))
    case 'private-key':
      return { kind, about: 'private key: no model sees its value' }
  }
}

/** Where the name or key at an offset is defined; the definition that counts most comes last. */
export function definitionAt(view: NetworkView, doc: string, offset: number): readonly SourceRange[] {
  const thing = thingAt(view, doc, offset)
  if (thing === undefined) return definitionOfKey(view.hocon, doc, offset)
  const { name, kind } = thing
  if (kind === 'entry')
    return view.source.entries.filter(({ entry }) => entry.name === name).map(({ entry }) => entry.nameAt ?? entry.at)
  if (kind === 'class') return view.input.classes?.flatMap((one) => (one.name === name ? (one.at ?? []) : [])) ?? []
  if (kind === 'placeholder' || kind === 'replacement') return keysOfDefinition(view, { kind, name })
  if (kind === 'private-key') return placesOfPrivateKey(view, name).definitions
  const file = kind === 'network' ? view.input.networkFiles?.[name.replace(/^\//, '')] : undefined
  return file === undefined ? [] : [{ doc: file, from: 0, to: 0 }]
}

/** Everything that names the same thing. */
export function referencesAt(view: NetworkView, doc: string, offset: number): References {
  const thing = thingAt(view, doc, offset)
  if (thing?.kind === 'entry')
    return { definitions: definitionAt(view, doc, offset), uses: usesOfEntry(view, thing.name) }
  if (thing !== undefined && isDefined(thing))
    return { definitions: keysOfDefinition(view, thing), uses: usesOfDefinition(view, thing) }
  if (thing?.kind === 'private-key') return placesOfPrivateKey(view, thing.name)
  return referencesOfKey(view.hocon, doc, offset)
}

/** What would be renamed at an offset. */
export function renameRange(view: NetworkView, doc: string, offset: number): SourceRange | undefined {
  const thing = thingAt(view, doc, offset)
  if (thing !== undefined) return thing.kind === 'entry' || isDefined(thing) ? thing.at : undefined
  return isKnownKey(view, doc, offset) ? undefined : renameRangeAt(view.hocon, doc, offset)
}

/** The edits that rename an entry, a placeholder or a key of one's own. `others` are networks that share documents. */
export function renameAt(
  view: NetworkView,
  doc: string,
  offset: number,
  to: string,
  others: readonly NetworkView[] = [],
): Result<readonly DocumentEdit[], EditFailure> {
  const thing = thingAt(view, doc, offset)
  if (thing?.kind === 'entry') return renameEntry(view, thing.name, to)
  if (thing !== undefined && isDefined(thing)) return renameDefinition(view, thing, to)
  if (thing?.kind === 'private-key')
    return err({ code: 'cannot-rename', message: `code reads ${thing.name} by this name; change both by hand` })
  if (thing !== undefined) return err({ code: 'cannot-rename', message: `${thing.name} is not named by this network` })
  if (isKnownKey(view, doc, offset))
    return err({ code: 'known-key', message: 'this key has a meaning; under another name it would lose it' })
  return renameKey([view.hocon, ...others.map((other) => other.hocon)], doc, offset, to)
}

// By itself, because editors load this with the language service and the other edits with the first of them.
const renameEntry = (view: NetworkView, entry: string, to: string) =>
  tryPlans(
    view.input,
    (bench) => planRename(bench, entry, to),
    (before, after, edits) => isRenamed(before, after, { entry, to }, edits),
  )

// Keys that the schema knows by name.
function isKnownKey(view: NetworkView, doc: string, offset: number): boolean {
  const symbol = symbolAt(view.hocon, doc, offset)
  const path = symbol?.fields[0]?.path ?? symbol?.path
  if (symbol === undefined || path === undefined) return false
  const spec = specAt(view.schemaOf(doc), path)
  return spec !== undefined && 'key' in spec && spec.key === symbol.name
}

// No value of the tools may change by it.
function renameDefinition(
  view: NetworkView,
  { kind, name }: Definition,
  to: string,
): Result<readonly DocumentEdit[], EditFailure> {
  const known = kind === 'placeholder' ? placeholdersOf(view) : replacementsOf(view)
  if (!/^[\w-]+$/.test(to)) return err({ code: 'bad-name', message: `a ${kind} is made of letters, digits, _ and -` })
  if (known.has(to)) return err({ code: 'name-taken', message: `there is already a ${kind} ${to}` })
  const places = [...keysOfDefinition(view, { kind, name }), ...usesOfDefinition(view, { kind, name })]
  const edits = places.map((at) => ({ ...at, text: to }))
  const texts: Record<string, string> = { ...view.input.texts }
  for (const doc of new Set(edits.map((edit) => edit.doc)))
    texts[doc] = applyTextEdits(
      texts[doc] ?? '',
      edits.filter((edit) => edit.doc === doc),
    )
  const after = readNetwork({ ...view.input, texts })
  const same = jsonEquals(jsonAt(view.source.network.json, 'tools') ?? null, jsonAt(after.json, 'tools') ?? null)
  return same ? ok(edits) : err({ code: 'cannot-edit', message: `renaming ${name} would change texts of entries` })
}
