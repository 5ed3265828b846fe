// The small tools that the observations were made with.
import { defineTool, type ToolDefinition, type ToolOptions } from '@slyglass/tools/define'

const INTEGERS = {
  type: 'object',
  properties: { a: { type: 'integer' }, b: { type: 'integer' } },
  required: ['a', 'b'],
}

/** An error as Python would name it. */
export function raise(name: string, message: string): never {
  throw Object.assign(new Error(message), { name })
}

export function mathAdd(more: Partial<ToolOptions> = {}): ToolDefinition {
  return defineTool({
    name: 'math.add',
    description: 'Add two integers.',
    parameters: INTEGERS,
    ...more,
    execute: ({ a, b }) => Number(a) + Number(b),
  })
}

export const LOOKUP_ORDER = defineTool({
  name: 'lookup_order',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  renderer: (order) => {
    const { id, status } = order as { id: string; status: string }
    return `Order ${id}: ${status}`
  },
  execute: ({ order_id }) => ({ id: order_id, status: 'shipped' }),
})

export const FAIL = defineTool({
  name: 'fail',
  parameters: { type: 'object', properties: { msg: { type: 'string' } }, required: ['msg'] },
  execute: ({ msg }) => raise('ValueError', String(msg)),
})

/** A tool that always gives the same. */
export function gives(name: string, value: unknown, more: Partial<ToolOptions> = {}): ToolDefinition {
  return defineTool({ name, ...more, execute: () => value })
}
