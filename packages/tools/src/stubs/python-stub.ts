// Declarations in Python: a TypedDict for each object, an async function for each tool.
import type { Json } from '@slyglass/base'
import { pythonRepr } from '../python-text.ts'
import type { CodeField, CodeType, Declaration, Stub, TypedTool } from './code-types.ts'

const NAMES = {
  any: 'Any',
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  bytes: 'bytes',
} as const

/** A stub as a `.pyi` file. */
export function pythonStub({ declarations, tools }: Stub): string {
  const head = ['from typing import Any, Literal, NotRequired, TypedDict']
  const parts = [head.join('\n'), ...declarations.map(typedDict), ...tools.map(asyncFunction)]
  return `${parts.join('\n\n')}\n`
}

function typedDict({ name, fields }: Declaration): string {
  const lines = fields.map((field) => {
    const type = spell(field.type)
    return `    ${field.name}: ${field.required ? type : `NotRequired[${type}]`}`
  })
  return [`class ${name}(TypedDict):`, ...lines].join('\n')
}

function asyncFunction(tool: TypedTool): string {
  const head = `async def ${tool.identifier}(${parametersOf(tool)}) -> ${spell(tool.result)}:`
  const doc = docOf(tool)
  return doc === '' ? `${head} ...` : `${head}\n${doc}`
}

function parametersOf({ fields }: TypedTool): string {
  if (fields === undefined) return '**kwargs: Any'
  return fields.length === 0 ? '' : `*, ${fields.map(parameter).join(', ')}`
}

function parameter({ name, type, required, default: fallback }: CodeField): string {
  const spelled = `${name}: ${spell(type)}`
  if (fallback !== undefined) return `${spelled} = ${pythonRepr(fallback)}`
  return required ? spelled : `${spelled} = ...`
}

/** The description, and what is said of single arguments. */
function docOf({ description, fields = [] }: TypedTool): string {
  const told = fields.flatMap(({ name, description: said }) => (said === undefined ? [] : [`    ${name}: ${said}`]))
  const text = [description, ...(told.length === 0 ? [] : [`Args:\n${told.join('\n')}`])].filter((part) => part !== '')
  if (text.length === 0) return ''
  const whole = text.join('\n\n').replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')
  const lines = whole.split('\n').map((line) => (line === '' ? '' : `    ${line}`))
  return lines.length === 1
    ? `    """${whole}"""`
    : `    """${whole.split('\n')[0]}\n${lines.slice(1).join('\n')}\n    """`
}

function spell(type: CodeType): string {
  switch (type.kind) {
    case 'declared':
      return type.name
    case 'list':
      return `list[${spell(type.of)}]`
    case 'map':
      return `dict[str, ${spell(type.of)}]`
    case 'literal':
      return `Literal[${type.values.map((value: Json) => pythonRepr(value)).join(', ')}]`
    case 'union':
      return type.of.map(spell).join(' | ')
    default:
      return NAMES[type.kind]
  }
}
