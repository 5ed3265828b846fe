// A value gets a name in `commondefs`; or what substitutions give is written out where they stand.
import { err, type Json, ok } from '@slyglass/base'
import { jsonOf, type Place, valueAt } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'
import { isWithin } from './field-source.ts'
import { insertField } from './insert-field.ts'
import { writtenValue } from './set-shared.ts'
import { indentAt, styleOf } from './style.ts'
import type { Plan, Plans, Workbench } from './workbench.ts'
import { quote, writeValue } from './write-value.ts'

export function planExtract(bench: Workbench, entry: string, path: readonly string[], name: string): Plans {
  const found = writtenValue(bench, entry, path)
  if ('code' in found) return err(found)
  if (!/^[A-Za-z_][\w-]*$/.test(name))
    return err({ code: 'bad-name', message: 'a name is made of letters, digits, _ and -' })
  const json = jsonOf(found.value)
  const kind = typeof json === 'string' ? 'replacement_strings' : 'replacement_values'
  if (json === null || json === '')
    return err({ code: 'bad-value', message: 'there is nothing here that could be named' })
  if (valueAt(bench.source.evaluation.value, 'commondefs', kind, name) !== undefined)
    return err({ code: 'name-taken', message: `commondefs already has a ${name}` })
  const place = expressionOf(bench, found.value.origin, found.entry)
  if (place === undefined)
    return err({ code: 'cannot-edit', message: `${path.join('.')} is not written in ${entry} itself` })
  const use: DocumentEdit = { ...place, text: quote(kind === 'replacement_strings' ? `{${name}}` : name) }
  const definition = defineCommon(bench, kind, name, json)
  return definition === undefined
    ? err({ code: 'cannot-edit', message: 'commondefs is not written as an object in this file' })
    : ok([[...definition, use]])
}

// In `commondefs` of this file where there is one, else in a new one.
function defineCommon(bench: Workbench, kind: string, name: string, value: Json): Plan | undefined {
  const root = bench.source.evaluation.value
  const [defs, names] = [valueAt(root, 'commondefs'), valueAt(root, 'commondefs', kind)]
  if (names !== undefined) return insertField(bench, names.origin.place, name, value)
  const nested: Json = new Map([[name, value]])
  if (defs !== undefined) return insertField(bench, defs.origin.place, kind, nested)
  return insertField(bench, root.origin.place, 'commondefs', new Map([[kind, nested]]))
}

/** The whole expression that gives a value, when the entry writes it. */
function expressionOf(
  bench: Workbench,
  { place, via }: { readonly place: Place; readonly via: readonly { readonly kind: string; readonly at: Place }[] },
  entry: Place,
): Place | undefined {
  const at = via.find((step) => step.kind === 'substitution')?.at ?? place
  if (!isWithin(at, entry)) return undefined
  const node = bench.innermost(at, 'value')
  const whole = node === undefined ? at : { doc: at.doc, from: node.from, to: node.to }
  return isWithin(whole, entry) ? whole : undefined
}

export function planInline(bench: Workbench, entry: string, path: readonly string[]): Plans {
  const found = writtenValue(bench, entry, path)
  if ('code' in found) return err(found)
  const place = expressionOf(bench, found.value.origin, found.entry)
  if (place === undefined)
    return err({ code: 'cannot-edit', message: `${path.join('.')} is not written in ${entry} itself` })
  const text = bench.text(place.doc)
  if (!text.slice(place.from, place.to).includes('${'))
    return err({ code: 'no-substitution', message: `${path.join('.')} uses no substitution` })
  const around = bench.innermost(place, 'object') ?? { element: bench.tree(place.doc), from: 0, to: text.length }
  const written = writeValue(jsonOf(found.value), styleOf(text, around), indentAt(text, place.from))
  return ok([[{ ...place, text: written }]])
}
