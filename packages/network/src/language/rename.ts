// Renaming what a network means; everything else is as in any HOCON text. By itself: editors load it with the first rename.
import { applyTextEdits, err, jsonAt, jsonEquals, ok, type Result } from '@slyglass/base'
import { renameKey } from '@slyglass/hocon/language'
import { isRenamed } from '../edits/expected-rename.ts'
import { planRename } from '../edits/rename-entry.ts'
import { tryPlans } from '../edits/try-plans.ts'
import type { EditFailure } from '../edits/workbench.ts'
import type { DocumentEdit } from '../model.ts'
import { readNetwork } from '../read-network.ts'
import { isKnownKey } from './navigate.ts'
import { placeholdersOf, replacementsOf, thingAt } from './things.ts'
import { type Definition, isDefined, keysOfDefinition, usesOfDefinition } from './uses.ts'
import type { NetworkView } from './view.ts'

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

const renameEntry = (view: NetworkView, entry: string, to: string) =>
  tryPlans(
    view.input,
    (bench) => planRename(bench, entry, to),
    (before, after, edits) => isRenamed(before, after, { entry, to }, edits),
  )

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
