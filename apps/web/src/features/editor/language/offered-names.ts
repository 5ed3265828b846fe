// Names that a table of tools or of models brings.
import { evaluate } from '@slyglass/hocon'
import type { OfferedName } from '@slyglass/hocon/language'

const NOT_MODELS = new Set(['classes', 'default_config'])

export function offeredIn(
  kind: 'toolbox' | 'llm-info',
  doc: string,
  texts: Readonly<Record<string, string>>,
): readonly OfferedName[] {
  const read = (path: string) => (Object.hasOwn(texts, path) ? texts[path] : undefined)
  const { value } = evaluate(read(doc) ?? '', { profile: 'neuro-san', doc, read })
  if (value.kind !== 'object') return []
  return [...value.fields]
    .filter(([name]) => kind === 'toolbox' || !NOT_MODELS.has(name))
    .map(([name, field]) => {
      const about = field.value.kind === 'object' ? field.value.fields.get('description')?.value : undefined
      return { name, detail: doc, ...(about?.kind === 'string' ? { about: about.text } : {}) }
    })
}
