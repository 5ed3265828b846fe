// What is wrong in `studio` blocks beside their keys: values that cannot be used, names that stand for two tools, and what
// should not be written into a file.
import type { HoconObject, HoconValue } from '@slyglass/hocon'
import { keySpec, type SchemaTable, type ValueKind } from '@slyglass/hocon/language'
import type { Diagnostic } from '../model.ts'
import type { EntrySource } from '../network-source.ts'
import { partOf, say } from '../say.ts'
import { isCommandPrefix, PREFIX_RULE } from './command-prefix.ts'
import { diagnoseCodeMode } from './diagnose-code.ts'
import { diagnoseOffers } from './diagnose-offers.ts'
import { diagnoseSly } from './diagnose-sly.ts'
import { diagnoseToolNames } from './diagnose-tool-names.ts'

interface Block {
  readonly value: HoconObject
  readonly entry?: string
}

export function diagnoseStudio(
  table: SchemaTable,
  root: HoconValue,
  entries: readonly EntrySource[],
): readonly Diagnostic[] {
  const whole = root.kind === 'object' ? blockOf(root) : []
  const blocks = [...whole, ...entries.flatMap(({ value, entry }) => blockOf(value, entry.name))]
  return [
    ...blocks.flatMap((block) => diagnoseValues(table, block)),
    ...blocks.flatMap(diagnoseHooks),
    ...blocks.flatMap(diagnoseDeps),
    ...blocks.flatMap(({ value, entry }) => diagnoseSly(value, entry)),
    ...blocks.flatMap(diagnosePrefix),
    ...diagnoseToolNames(entries),
    ...diagnoseOffers(root, entries),
    ...diagnoseCodeMode(root, entries),
  ]
}

function blockOf(value: HoconObject, entry?: string): readonly Block[] {
  const studio = value.fields.get('studio')?.value
  if (studio?.kind !== 'object') return []
  return [{ value: studio, ...(entry !== undefined && { entry }) }]
}

function diagnoseValues(table: SchemaTable, block: Block): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  const visit = (value: HoconValue, shape: string | undefined): void => {
    if (value.kind === 'list') for (const item of value.items) visit(item, shape)
    if (value.kind !== 'object' || shape === undefined) return
    for (const [key, field] of value.fields) {
      const spec = keySpec(table, shape, key)
      if (spec === undefined) continue
      const fault = faultOf(field.value, spec.kinds) ?? itemFault(field.value, spec.values, spec.only)
      if (fault === undefined) visit(field.value, spec.shape)
      else found.push(say('error', 'unknown-value', `${key} must be ${fault}`, field.value.origin.place, block.entry))
    }
  }
  visit(block.value, 'studio')
  return found
}

const WORDS: Readonly<Record<ValueKind, string>> = {
  text: 'a text',
  number: 'a number from 0 on',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
  null: 'null',
  any: 'anything',
}

function faultOf(value: HoconValue, kinds: readonly ValueKind[]): string | undefined {
  if (value.kind === 'null' || kinds.includes('any') || kinds.some((kind) => isOfKind(value, kind))) return undefined
  return kinds.map((kind) => WORDS[kind]).join(' or ')
}

function isOfKind(value: HoconValue, kind: ValueKind): boolean {
  if (kind === 'text') return value.kind === 'string'
  if (kind === 'number') return value.kind === 'number' && value.number.toNumber() >= 0
  if (kind === 'flag') return value.kind === 'boolean'
  return value.kind === kind
}

/** A list whose items are words out of a closed set. */
function itemFault(value: HoconValue, values: readonly string[] | undefined, only?: boolean): string | undefined {
  if (value.kind !== 'list' || only !== true || values === undefined) return undefined
  const fits = value.items.every((item) => item.kind === 'string' && values.includes(item.text))
  return fits ? undefined : `a list of ${values.join(', ')}`
}

function diagnoseHooks({ value, entry }: Block): readonly Diagnostic[] {
  const hooks = partOf(value, 'hooks')
  if (hooks?.kind !== 'list') return []
  return hooks.items.flatMap((hook): readonly Diagnostic[] => {
    if (hook.kind !== 'object') return [say('error', 'bad-hook', 'a hook is an object', hook.origin.place, entry)]
    const [event, run, command] = ['event', 'run', 'command'].map((key) => partOf(hook, key))
    if (event === undefined)
      return [say('error', 'bad-hook', 'this hook has no event, so it never runs', hook.origin.place, entry)]
    if (run === undefined && command === undefined)
      return [say('error', 'bad-hook', 'this hook runs nothing: write run = "file.ts#name"', hook.origin.place, entry)]
    if (run?.kind !== 'string' || /^[^#]+#[A-Za-z_$][\w$]*$/.test(run.text)) return []
    return [say('error', 'bad-hook', 'run must be a file and a name in it: "file.ts#name"', run.origin.place, entry)]
  })
}

function diagnosePrefix({ value, entry }: Block): readonly Diagnostic[] {
  const prefix = partOf(value, 'command_prefix')
  if (prefix?.kind !== 'string' || isCommandPrefix(prefix.text)) return []
  return [say('error', 'bad-command-prefix', PREFIX_RULE, prefix.origin.place, entry)]
}

const CREDENTIAL = /api_?key|token|secret|passw|authorization|credential|private_key|access_key/i

/** `deps` is plain text of the project and is told to every tool: private values belong into sly data. */
function diagnoseDeps({ value, entry }: Block): readonly Diagnostic[] {
  const deps = partOf(value, 'deps')
  if (deps?.kind !== 'object') return []
  const found: Diagnostic[] = []
  const visit = (object: HoconObject): void => {
    for (const [key, field] of object.fields) {
      if (field.value.kind === 'object') visit(field.value)
      else if (CREDENTIAL.test(key) && field.value.kind === 'string' && field.value.text !== '') {
        const message = `${key} looks like a credential, and deps are plain text that every tool gets; hand it over as sly data`
        found.push(say('warning', 'secret-in-deps', message, field.keys.at(-1) ?? field.value.origin.place, entry))
      }
    }
  }
  visit(deps)
  return found
}
