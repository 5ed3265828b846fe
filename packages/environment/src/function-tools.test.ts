import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const TOOLS = `
import dataclasses, datetime
from typing import Literal, Optional, TypedDict
from slyglass.tools import ToolContext, ToolError, tool

class Order(TypedDict):
    id: str
    status: str

@dataclasses.dataclass
class Branch:
    name: str
    parts: "list[Branch]" = dataclasses.field(default_factory=list)

@tool
def prune(tree: Branch) -> str:
    return "pruned"

@tool(name="math.add")
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b

@tool(renderer=lambda order: f"Order {order['id']}: {order['status']}", deferred=True)
async def lookup_order(order_id: str) -> Order:
    """Looks an order up."""
    return {"id": order_id, "status": "shipped"}

@tool(description="", exposure="code")
def quiet(x, y: Optional[int] = None, z: Literal["a", "b"] = "a", q: list[str] = [], w: float = 1.5, *args,
          d: datetime.date = datetime.date(2026, 1, 1), **kw):
    """Is not told."""
    return (1, "a"), datetime.date(2026, 1, 2), {7}

@tool(context=True)
def where(note: str, context: ToolContext) -> str:
    return f"{note} in {context.run_id}"

@tool
def fails(msg: str):
    raise ToolError(msg, kind="not_found" if msg == "gone" else "tool")

@tool(renderer=lambda value: 1 / 0)
def unrendered():
    return 3

class Plain:
    pass
`
const BROKEN = `
from slyglass.tools import tool

@tool(context=True)
def wants(note: str) -> str:
    return note
`

describe('a tool made of a Python function', () => {
  let hosts: TestHosts
  const root = writeProject({ 'coded_tools/calc.py': TOOLS, 'coded_tools/broken.py': BROKEN })
  const sources = projectSources(root)
  beforeAll(async () => {
    hosts = await startTestHosts()
  })
  afterAll(() => hosts.dispose())

  const told = async (name: string) => {
    const text = await hosts.hosts.describe?.(sources, name, new AbortController().signal)
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
  }
  const call = async (name: string, args: object, context?: string) => {
    const options = { args: JSON.stringify(args), ...(context !== undefined && { context }) }
    return (await callTool(hosts.hosts, sources, `calc.${name}`, options)).reply
  }

  test('that takes a class which holds itself tells that class once', async () => {
    const reference = { $ref: '#/$defs/Branch' }
    expect((await told('calc.prune'))?.parameters).toMatchObject({
      properties: { tree: reference },
      $defs: { Branch: { properties: { parts: { type: 'array', items: reference } } } },
    })
  })

  test('[B-2] [B-4] [B-10] tells its names, its description and both schemas', async () => {
    expect(await told('calc.add')).toMatchObject({
      name: 'math_add',
      description: 'Add two integers.',
      parameters: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        required: ['a', 'b'],
      },
      outputSchema: { type: 'integer' },
      settings: { runtime_name: 'math.add' },
    })
    expect(await told('calc.lookup_order')).toMatchObject({
      settings: { deferred: true },
      outputSchema: { type: 'object', title: 'Order', required: ['id', 'status'] },
    })
  })

  test('[B-5] [B-2] a description that is given wins, also when empty; defaults that JSON has are told', async () => {
    const quiet = await told('calc.quiet')
    expect(quiet).toMatchObject({ description: '', settings: { exposure: 'code' } })
    expect(quiet?.parameters).toEqual({
      type: 'object',
      properties: {
        x: {},
        y: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null },
        z: { enum: ['a', 'b'], type: 'string', default: 'a' },
        q: { items: { type: 'string' }, type: 'array', default: [] },
        w: { type: 'number', default: 1.5 },
        d: { format: 'date', type: 'string' },
      },
      required: ['x'],
    })
  })

  test('[B-19] the context is told to the tool and not to the model', async () => {
    const where = await told('calc.where')
    expect(where?.parameters).toMatchObject({ required: ['note'], properties: { note: { type: 'string' } } })
    expect(JSON.stringify(where?.parameters)).not.toContain('context')
    expect(await call('where', { note: 'here' }, '{"runId":"run_7"}')).toMatchObject({
      ok: true,
      text: 'here in run_7',
    })
  })

  test('[B-20] asking for the context without a parameter is an error at its definition', async () => {
    expect(await told('broken.wants')).toEqual({
      problem: expect.stringContaining("Tool context is enabled but the callable lacks a 'context' parameter."),
    })
  })

  test('[B-3] [B-11] [B-10] functions of both kinds run; the renderer makes the text, code keeps the value', async () => {
    expect(await call('add', { a: 2, b: 3 })).toMatchObject({ ok: true, text: '5', value: '5', synchronous: false })
    expect(await call('lookup_order', { order_id: 'A123' })).toMatchObject({
      ok: true,
      text: 'Order A123: shipped',
      value: '{"id":"A123","status":"shipped"}',
      synchronous: false,
    })
    expect(await call('quiet', { x: 1 })).toMatchObject({ ok: true, value: '[[1,"a"],"2026-01-02",[7]]' })
  })

  test('[B-18] [B-69] a failure of its own is told as one, and a renderer that raises is a failure', async () => {
    expect(await call('fails', { msg: 'nope' })).toMatchObject({
      ok: false,
      failure: { code: 'returned-error', message: '"nope"' },
    })
    expect(await call('fails', { msg: 'gone' })).toMatchObject({
      failure: { code: 'returned-error', message: '"gone"', category: 'not_found' },
    })
    expect(await call('unrendered', {})).toMatchObject({
      ok: false,
      failure: { code: 'raised', message: 'ZeroDivisionError: division by zero', retryable: false },
      value: '3',
    })
  })

  test('a class beside them tells nothing', async () => {
    expect(await told('calc.Plain')).toBeUndefined()
  })
})
