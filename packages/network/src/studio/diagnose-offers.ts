// Which tools an agent is offered: keys that its profile does not read, names that no tool has, functions that cannot be found.
import { type HoconObject, type HoconValue, valueAt } from '@slyglass/hocon'
import type { Diagnostic } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { partOf, say } from '../say.ts'
import { OWN_TOOLS } from './todo-names.ts'

export function diagnoseOffers(root: HoconValue, entries: readonly EntrySource[]): readonly Diagnostic[] {
  const whole = root.kind === 'object' ? valueAt(root, 'studio') : undefined
  const offers = new Offers(whole?.kind === 'object' ? whole : undefined, entries)
  return [...offers.diagnoseNetwork(), ...entries.flatMap((source) => offers.diagnoseEntry(source))]
}

class Offers {
  readonly #whole: HoconObject | undefined
  readonly #entries: readonly EntrySource[]

  constructor(whole: HoconObject | undefined, entries: readonly EntrySource[]) {
    this.#whole = whole
    this.#entries = entries
  }

  diagnoseNetwork(): readonly Diagnostic[] {
    if (this.#whole === undefined) return []
    const read = this.#entries.some((source) => isAgent(source) && this.#isBub(source))
    return this.#diagnoseBlock(this.#whole, read)
  }

  diagnoseEntry(source: EntrySource): readonly Diagnostic[] {
    const block = partOf(source.value, 'studio')
    if (block?.kind !== 'object') return []
    const users = isAgent(source) ? [source] : this.#entries.filter((one) => lists(one, source))
    const read = users.some((one) => this.#isBub(one)) || (users.length === 0 && this.#isBub(source))
    return this.#diagnoseBlock(block, read, source.entry.name)
  }

  #isBub({ value }: EntrySource): boolean {
    const written = partOf(value, 'studio', 'profile') ?? this.#whole?.fields.get('profile')?.value
    return written?.kind === 'string' && written.text === 'bub'
  }

  #diagnoseBlock(block: HoconObject, read: boolean, entry?: string): readonly Diagnostic[] {
    return [
      ...(read ? [] : unreadKeys(block, entry)),
      ...(read ? this.#unknownNames(block, entry) : []),
      ...FUNCTIONS.flatMap((path) => badFunction(block, path, entry)),
    ]
  }

  /** Servers and other networks may bring tools of any name. */
  #unknownNames(block: HoconObject, entry?: string): readonly Diagnostic[] {
    const allowed = partOf(block, 'allowed_tools')
    const isOpen = this.#entries.some(({ references }) =>
      references.some(({ kind }) => kind === 'mcp' || kind === 'network'),
    )
    if (allowed?.kind !== 'list' || isOpen) return []
    const known = new Set([...OWN_TOOLS, ...this.#entries.flatMap(namesOf)].map((name) => name.toLowerCase()))
    const unknown = allowed.items.filter((item) => item.kind === 'string' && !known.has(item.text.trim().toLowerCase()))
    return unknown.map((item) => {
      const name = item.kind === 'string' ? item.text : ''
      return say('error', 'unknown-tool-name', `unknown tool name(s): '${name}'`, item.origin.place, entry)
    })
  }
}

const isAgent = ({ entry }: EntrySource): boolean => entry.kind === 'agent'

const lists = ({ entry }: EntrySource, tool: EntrySource): boolean =>
  entry.tools.some(({ name }) => name === tool.entry.name)

function namesOf({ entry, value }: EntrySource): readonly string[] {
  const runtime = partOf(value, 'studio', 'runtime_name')
  return runtime?.kind === 'string' ? [entry.name, runtime.text] : [entry.name]
}

/** Each key of the bub profile alone, and what a plain agent does in its place. */
const BUB_ONLY: readonly (readonly [
  path: readonly string[],
  isTold: (value: HoconValue) => boolean,
  instead: string,
])[] = [
  [['deferred'], (value) => value.kind === 'boolean' && value.flag, 'a plain agent is offered the tool at once'],
  [['allowed_tools'], () => true, 'a plain agent is offered all of its tools'],
  [
    ['exposure'],
    (value) => value.kind === 'string' && (value.text === 'direct' || value.text === 'code'),
    'a plain agent is offered everything but commands',
  ],
  [['code_mode', 'mode'], () => true, 'a plain agent has run_code beside its tools'],
]

function unreadKeys(block: HoconObject, entry?: string): readonly Diagnostic[] {
  return BUB_ONLY.flatMap(([path, isTold, instead]) => {
    const value = partOf(block, ...path)
    if (value === undefined || !isTold(value)) return []
    const message = `${path.join('.')} counts with profile = bub only: ${instead}`
    return [say('warning', 'plain-profile', message, value.origin.place, entry)]
  })
}

const FUNCTIONS = [
  ...[['prepare_tools'], ['code_mode', 'tools'], ['tape', 'selector']],
  ...[['environment'], ['environment', 'from']],
] as const

function badFunction(block: HoconObject, path: readonly string[], entry?: string): readonly Diagnostic[] {
  const value = partOf(block, ...path)
  if (value?.kind !== 'string' || /^[^#]+#[A-Za-z_$][\w$]*$/.test(value.text)) return []
  const message = `${path.join('.')} must be a file and a name in it: "file.ts#name"`
  return [say('error', 'bad-function', message, value.origin.place, entry)]
}
