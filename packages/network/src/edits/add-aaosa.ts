// A new agent in the AAOSA convention: shared schema and shared instructions around its own words.
import { err, ok } from '@slyglass/base'
import { valueAt } from '@slyglass/hocon'
import { planAddWritten } from './add-entry.ts'
import { planAddInclude } from './includes.ts'
import type { Style } from './style.ts'
import type { Plan, Plans, Workbench } from './workbench.ts'
import { quote, writeKey, writeObject } from './write-value.ts'

const SHARED = ['aaosa_call', 'aaosa_instructions'] as const
const FILES = /(?:^|\/)aaosa(?:_basic)?\.hocon$/

export function planAddAaosa(bench: Workbench, name: string, caller: string | undefined): Plans {
  const added = planAddWritten(bench, name, caller, (style, indent) => writeAgent(name, style, indent))
  if (!added.ok) return added
  const root = bench.source.evaluation.value
  if (SHARED.every((key) => valueAt(root, key) !== undefined)) return added
  const files = Object.keys(bench.input.texts).filter((file) => FILES.test(file))
  const [file] = files.sort((a, b) => Number(b.includes('_basic')) - Number(a.includes('_basic')))
  if (file === undefined)
    return err({ code: 'no-aaosa', message: 'this project has no aaosa_basic.hocon that could be included' })
  const included = planAddInclude(bench, file)
  if (!included.ok) return included
  return ok(added.value.flatMap((entry) => included.value.map((include): Plan => [...include, ...entry])))
}

function writeAgent(name: string, style: Style, indent: string): string {
  const inner = style.multiline ? indent + style.unit : indent
  const description = `Say here when to call ${name} and what it gives back.`
  const about = writeObject([['description', description]], { ...style, multiline: false }, inner)
  const field = (key: string, text: string) => `${writeKey(key, style)}${style.separator}${text}`
  const fields = [
    field('name', quote(name)),
    field('function', `\${aaosa_call} ${about}`),
    field('instructions', `"You are ${name}. Say here what it knows and does. " \${aaosa_instructions}`),
  ]
  if (!style.multiline) return `{ ${fields.join(', ')} }`
  const comma = style.commas ? ',' : ''
  const lines = fields.map(
    (one, index) => `${inner}${one}${index < fields.length - 1 || style.trailingComma ? comma : ''}`,
  )
  return `{${style.eol}${lines.join(style.eol)}${style.eol}${indent}}`
}
