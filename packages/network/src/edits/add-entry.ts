// A new agent or coded tool at the end of the list, and its name in the caller's `tools`.
import { err, type Json, type JsonObject, ok, toJson } from '@slyglass/base'
import { isToken, type Located, type Node, partsOf, valueAt } from '@slyglass/hocon'
import { planConnect } from './connect.ts'
import { insertItem } from './items.ts'
import { nameFailure } from './rename-entry.ts'
import { type Style, styleOf } from './style.ts'
import type { Plan, Plans, Workbench } from './workbench.ts'
import { writeObject } from './write-value.ts'

type Fields = readonly (readonly [string, Json])[]

export function planAddAgent(bench: Workbench, name: string, caller: string | undefined): Plans {
  const inquiry = { type: 'string', description: 'What is asked, in one sentence.' }
  return planAdd(bench, name, caller, [
    ['name', name],
    [
      'function',
      toJson({
        description: `Say here when to call ${name} and what it gives back.`,
        parameters: { type: 'object', properties: { inquiry }, required: ['inquiry'] },
      }),
    ],
    ['instructions', `You are ${name}. Answer the inquiry in a few sentences.`],
  ])
}

export interface NewCodedTool {
  readonly name: string
  readonly className: string
  readonly caller?: string
  /** What the entry holds besides its name and class. */
  readonly fields?: JsonObject
}

export function planAddCodedTool(bench: Workbench, { name, className, caller, fields }: NewCodedTool): Plans {
  if (!/^[^.\s]+(?:\.[^.\s]+)+$/.test(className))
    return err({ code: 'bad-class', message: 'a class is written module.ClassName, such as accountant.Accountant' })
  return planAdd(bench, name, caller, [
    ['name', name],
    [
      'function',
      fields?.get('function') ?? toJson({ description: `Say here when to call ${name} and what it gives back.` }),
    ],
    ['class', className],
    ...[...(fields ?? [])].filter(([key]) => !OWN_FIELDS.has(key)),
  ])
}

export interface NewToolboxTool {
  readonly name: string
  readonly toolbox: string
  readonly caller?: string
}

export function planAddToolboxTool(bench: Workbench, { name, toolbox, caller }: NewToolboxTool): Plans {
  return planAdd(bench, name, caller, [
    ['name', name],
    ['toolbox', toolbox],
  ])
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['name', 'function', 'class'])

function planAdd(bench: Workbench, name: string, caller: string | undefined, fields: Fields): Plans {
  return planAddWritten(bench, name, caller, (style, indent) => writeObject(fields, style, indent))
}

/** A new entry whose text is written by `write`. */
export function planAddWritten(
  bench: Workbench,
  name: string,
  caller: string | undefined,
  write: (style: Style, indent: string) => string,
): Plans {
  const failure = nameFailure(bench, name)
  if (failure !== undefined) return err(failure)
  const list = listOfTools(bench)
  if (list === undefined)
    return err({
      code: 'no-tools-list',
      message: 'tools is not written as a list in this project, so nothing can be added',
    })
  const text = bench.text(list.doc)
  const style = styleOfEntries(bench, list)
  const container = { doc: list.doc, text, node: list.node }
  const entry = insertItem(container, (indent) => write(style, indent))
  if (caller === undefined) return ok([entry])
  const connected = planConnect(bench, caller, name, true)
  return connected.ok ? ok(connected.value.map((plan): Plan => [...plan, ...entry])) : connected
}

/** The list literal at the end of the expression of `tools`. */
function listOfTools(bench: Workbench): { readonly doc: string; readonly node: Located<Node> } | undefined {
  const tools = valueAt(bench.source.evaluation.value, 'tools')
  if (tools?.kind !== 'list') return undefined
  const { place } = tools.origin
  const innermost = bench.around(place).at(-1)
  if (innermost?.element.node === 'array') return { doc: place.doc, node: innermost }
  const value = bench.innermost(place, 'value')
  const node = value === undefined ? undefined : partsOf(value.element, value.from).findLast(isArray)
  return node === undefined ? undefined : { doc: place.doc, node }
}

const isArray = (part: Located): part is Located<Node> => !isToken(part.element) && part.element.node === 'array'

// The last entry with fields of its own shows how entries are written here; else the object around the list.
function styleOfEntries(
  bench: Workbench,
  { doc, node }: { readonly doc: string; readonly node: Located<Node> },
): Style {
  const text = bench.text(doc)
  const objects = partsOf(node.element, node.from).flatMap((item) =>
    isToken(item.element) ? [] : partsOf(item.element, item.from).filter(isObject),
  )
  const example = objects.findLast((object) => styleOf(text, object).multiline) ?? objects.at(-1)
  if (example !== undefined) return styleOf(text, example)
  const around = bench.innermost({ doc, from: node.from, to: node.to }, 'object')
  return {
    ...styleOf(text, around ?? { element: bench.tree(doc), from: 0, to: text.length }),
    multiline: true,
    unit: '  ',
  }
}

const isObject = (part: Located): part is Located<Node> => !isToken(part.element) && part.element.node === 'object'
