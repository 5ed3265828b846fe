// A new name of an entry in the script of the offline model beside its network's file: rules are for agents by their names, and call
// tools by theirs. Only those names change; the rest of a person's file stays byte for byte.
import { evaluate, type HoconValue, valueAt } from '@slyglass/hocon'
import type { DocumentEdit } from '../model.ts'

/** The path of the script of a network's file. */
export const offlineScriptFile = (file: string): string => file.replace(/\.\w+$/, '.offline.json')

/** The edits that make a script name an entry `to`. None where the script cannot be read. */
export function renameInScript(
  doc: string,
  text: string,
  { entry, to }: { readonly entry: string; readonly to: string },
): readonly DocumentEdit[] {
  // As JSON, whatever its name: only so do escapes in it count as the model counts them.
  const { value, diagnostics } = evaluate(text, { profile: 'spec', doc: `${doc}.json` })
  if (diagnostics.some(({ severity }) => severity === 'error')) return []
  const names = itemsOf(valueAt(value, 'rules')).flatMap((rule) => [
    valueAt(rule, 'agent'),
    ...itemsOf(valueAt(rule, 'answer', 'tool_calls')).map((call) => valueAt(call, 'name')),
  ])
  return names.flatMap((name) => {
    if (name?.kind !== 'string' || name.text !== entry) return []
    const { from, to: end } = name.origin.place
    return [{ doc, from, to: end, text: JSON.stringify(to) }]
  })
}

const itemsOf = (value: HoconValue | undefined): readonly HoconValue[] => (value?.kind === 'list' ? value.items : [])
