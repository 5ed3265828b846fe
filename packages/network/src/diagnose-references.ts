// Names in `tools` that lead nowhere, and what was probably meant.
import type { Diagnostic, DocumentEdit, Fix } from './model.ts'
import { nearNames } from './near-names.ts'
import type { EntrySource, NetworkInput } from './read-network.ts'
import { type FoundReference, placeOfText } from './references.ts'
import { nameRange, say } from './say.ts'

export function diagnoseReferences(input: NetworkInput, entries: readonly EntrySource[]): readonly Diagnostic[] {
  const names = entries.map(({ entry }) => entry.name).filter((name) => name !== '')
  const networks = input.networks?.map((name) => `/${name}`)
  return entries.flatMap((source) => [
    ...diagnoseShape(source),
    ...source.references.flatMap((reference): readonly Diagnostic[] => {
      const { name, kind } = reference
      if (kind === 'missing') {
        const others = names.filter((other) => other !== source.entry.name)
        return [unknown(source, reference, 'unknown-reference', `there is no entry named ${name}`, others)]
      }
      if (kind !== 'network' || networks === undefined || !name.startsWith('/') || networks.includes(name)) return []
      return [unknown(source, reference, 'unknown-network', `the manifest has no network ${name}`, networks)]
    }),
    ...diagnoseTwice(source),
  ])
}

function diagnoseShape(source: EntrySource): readonly Diagnostic[] {
  const tools = source.value.fields.get('tools')?.value
  if (tools === undefined || tools.kind === 'null') return []
  const { name } = source.entry
  if (tools.kind !== 'list')
    return [say('error', 'bad-tools', 'tools must be a list of names', tools.origin.place, name)]
  return tools.items
    .filter((item) => item.kind !== 'string' && !(item.kind === 'object' && item.fields.has('url')))
    .map((item) =>
      say('error', 'bad-tools', 'tools holds names, or { url, tools } for an MCP server', item.origin.place, name),
    )
}

function unknown(
  source: EntrySource,
  { name, value }: FoundReference,
  code: string,
  message: string,
  names: readonly string[],
): Diagnostic {
  const near = nearNames(name, names)
  const place = value.kind === 'string' ? placeOfText(value) : undefined
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
  const fixes = place === undefined ? [] : near.map((to) => fix(to, { ...place, text: to }))
  const at = place ?? value.origin.place ?? nameRange(source)
  return { ...say('error', code, `${message}${hint}`, at, source.entry.name), fixes }
}

const fix = (to: string, edit: DocumentEdit): Fix => ({ title: `Change to ${to}`, edits: [edit] })

function diagnoseTwice(source: EntrySource): readonly Diagnostic[] {
  const seen = new Set<string>()
  return source.references.flatMap(({ name, from, value }) => {
    const again = from === 'tools' && seen.has(name)
    if (from === 'tools') seen.add(name)
    return again
      ? [
          say(
            'hint',
            'listed-twice',
            `${name} is listed twice; it is offered once`,
            value.origin.place,
            source.entry.name,
          ),
        ]
      : []
  })
}
