// Names in `tools` that lead nowhere, and what was probably meant.
import type { HoconValue, Located, Node } from '@slyglass/hocon'
import { DocumentTrees } from './edits/document-trees.ts'
import { removeItem } from './edits/items.ts'
import type { Diagnostic, Fix, SourceRange } from './model.ts'
import { nearNames } from './near-names.ts'
import type { EntrySource, NetworkInput } from './network-source.ts'
import { type FoundReference, placeOfText } from './references.ts'
import { nameRange, say } from './say.ts'
import { hasTodos, isUnlisted, studioToolHint, TODO_TOOL_NAMES } from './studio/todo-names.ts'

export function diagnoseReferences(
  input: NetworkInput,
  root: HoconValue,
  entries: readonly EntrySource[],
): readonly Diagnostic[] {
  const names = entries.map(({ entry }) => entry.name).filter((name) => name !== '')
  const networks = input.networks?.map((name) => `/${name}`)
  const trees = new DocumentTrees(input.texts)
  return entries.flatMap((source) => [
    ...diagnoseShape(source),
    ...source.references.flatMap((reference): readonly Diagnostic[] => {
      const { name, kind } = reference
      if (kind === 'missing') {
        if (TODO_TOOL_NAMES.includes(name) && hasTodos(root, source.value)) return []
        const others = names.filter((other) => other !== source.entry.name)
        return [unknown(source, reference, 'unknown-reference', `there is no entry named ${name}`, others, trees)]
      }
      if (kind !== 'network' || networks === undefined || !name.startsWith('/') || networks.includes(name)) return []
      return [unknown(source, reference, 'unknown-network', `the manifest has no network ${name}`, networks, trees)]
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
  reference: FoundReference,
  code: string,
  message: string,
  names: readonly string[],
  trees: DocumentTrees,
): Diagnostic {
  const { name, value } = reference
  const known = code === 'unknown-reference' ? studioToolHint(name) : undefined
  const near = known === undefined ? nearNames(name, names) : []
  const place = value.kind === 'string' ? placeOfText(value) : undefined
  const hint = known ?? (near.length === 0 ? undefined : `did you mean ${near.join(' or ')}?`)
  const fixes = place === undefined ? [] : fixesOf(source, reference, place, near, trees)
  const at = place ?? value.origin.place ?? nameRange(source)
  return { ...say('error', code, hint === undefined ? message : `${message}; ${hint}`, at, source.entry.name), fixes }
}

// A name that is in the list already would only stand there twice: then the wrong one is one too many.
function fixesOf(
  { references }: EntrySource,
  { name, from, value }: FoundReference,
  place: SourceRange,
  near: readonly string[],
  trees: DocumentTrees,
): readonly Fix[] {
  const isListed = (to: string) =>
    from === 'tools' && references.some((other) => other.from === from && other.name === to)
  const changes = near
    .filter((to) => !isListed(to))
    .map((to): Fix => ({ title: `Change to ${to}`, edits: [{ ...place, text: to }] }))
  // What a substitution brings may be in use elsewhere.
  const isOneTooMany = near.some(isListed) || (from === 'tools' && isUnlisted(name))
  if (!isOneTooMany || value.origin.via.some(({ kind }) => kind !== 'include')) return changes
  const around = trees.around(place)
  const at = around.findLastIndex(({ element }) => element.node === 'array' || element.node === 'object')
  const [list, item]: readonly (Located<Node> | undefined)[] = [around[at], around[at + 1]]
  if (list?.element.node !== 'array' || item === undefined) return changes
  const edits = removeItem({ doc: place.doc, text: trees.text(place.doc), node: list }, item)
  return [...changes, { title: `Remove ${name}`, edits }]
}

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
