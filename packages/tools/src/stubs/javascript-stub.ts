// Declarations in TypeScript, for code in JavaScript: an interface for each object, a method of `tools` for each tool.
import { printJson } from '@slyglass/base'
import type { CodeField, CodeType, Declaration, Stub, TypedTool } from './code-types.ts'

const NAMES = {
  any: 'any',
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  bytes: 'string',
} as const

/** A stub as a `.d.ts` file. */
export function javaScriptStub({ declarations, tools }: Stub): string {
  const methods = tools.map(
    (tool) => `${docOf(tool)}  ${tool.identifier}(${parametersOf(tool)}): Promise<${spell(tool.result)}>`,
  )
  const whole = ['declare const tools: {', ...methods, '}'].join('\n')
  return `${[...declarations.map(anInterface), whole].join('\n\n')}\n`
}

function anInterface({ name, fields }: Declaration): string {
  return [`interface ${name} {`, ...fields.map((field) => `  ${property(field)}`), '}'].join('\n')
}

const property = ({ name, type, required }: CodeField): string => `${name}${required ? '' : '?'}: ${spell(type)}`

function parametersOf({ fields }: TypedTool): string {
  if (fields === undefined) return 'args: Record<string, any>'
  if (fields.length === 0) return ''
  const properties = fields.map((field) => property({ ...field, required: isNeeded(field) })).join('; ')
  return `args${fields.some(isNeeded) ? '' : '?'}: { ${properties} }`
}

const isNeeded = ({ required, default: fallback }: CodeField): boolean => required && fallback === undefined

/** The description, what is said of single arguments, and what they are when they are left out. */
function docOf({ description, fields = [] }: TypedTool): string {
  const told = fields.flatMap(({ name, description: said, default: fallback }) => {
    if (said === undefined && fallback === undefined) return []
    const other = fallback === undefined ? '' : ` (${printJson(fallback)} when left out)`
    return [`@param args.${name} ${said ?? ''}${other}`.replace('  ', ' ')]
  })
  const lines = [...description.split('\n'), ...told]
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('*/', '*\\/'))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `  /** ${lines[0]} */\n`
  return `  /**\n${lines.map((line) => `   * ${line}`).join('\n')}\n   */\n`
}

function spell(type: CodeType): string {
  switch (type.kind) {
    case 'declared':
      return type.name
    case 'list':
      return type.of.kind === 'union' || type.of.kind === 'literal' ? `(${spell(type.of)})[]` : `${spell(type.of)}[]`
    case 'map':
      return `Record<string, ${spell(type.of)}>`
    case 'literal':
      return type.values.map((value) => printJson(value)).join(' | ')
    case 'union':
      return type.of.map(spell).join(' | ')
    default:
      return NAMES[type.kind]
  }
}
