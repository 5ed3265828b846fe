// What is known of a tool by the function that it is made of.
import { isJsonList, type JsonObject, jsonAt } from '@slyglass/base'
import { type AreaRunner, byId } from './area-runner.ts'
import { differs, firstOf } from './expect-value.ts'
import { toldOf, withPythonTools } from './python-tools.ts'

const IMPORTS = `
import datetime
from typing import Literal, Optional, TypedDict
from slyglass.tools import tool
`

const ADD = `${IMPORTS}
@tool(name="math.add")
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b
`

const LOOKUP = `${IMPORTS}
class Order(TypedDict):
    id: str
    status: str

@tool
def lookup_order(order_id: str) -> Order:
    return {"id": order_id, "status": "shipped"}
`

const SIGNATURE = `${IMPORTS}
@tool
def f(x, y: Optional[int] = None, z: Literal["a", "b"] = "a", q: list[str] = [], w: float = 1.5, *args,
      d: datetime.date = datetime.date(2026, 1, 1), **kw):
    return None
`

const UNKNOWN_EXPOSURE = `${IMPORTS}
@tool(name="nc", exposure="x")
def nc():
    return None
`

/** The values of an observation by the keys that it names. */
function picked(expected: JsonObject, given: Readonly<Record<string, unknown>>): string | undefined {
  return firstOf(...[...expected].map(([key, value]) => differs(key, value, given[key])))
}

export const checkDefinition: AreaRunner = byId({
  'bub-001': ({ expected }, tools) =>
    withPythonTools(tools, ADD, async (hosts, sources) => {
      const told = await toldOf(hosts, sources, 'add')
      return picked(expected, {
        name: jsonAt(told, 'settings', 'runtime_name'),
        description: jsonAt(told, 'description'),
        parameters: jsonAt(told, 'parameters'),
        output_schema: jsonAt(told, 'outputSchema'),
        model_name: jsonAt(told, 'name'),
      })
    }),
  'bub-002': ({ expected }, tools) =>
    withPythonTools(tools, LOOKUP, async (hosts, sources) => {
      const told = await toldOf(hosts, sources, 'lookup_order')
      return picked(expected, {
        name: jsonAt(told, 'name'),
        required: jsonAt(told, 'parameters', 'required'),
        output_schema: jsonAt(told, 'outputSchema'),
      })
    }),
  'bub-003': ({ expected }, tools) =>
    withPythonTools(tools, SIGNATURE, async (hosts, sources) =>
      differs('parameters', expected, jsonAt(await toldOf(hosts, sources, 'f'), 'parameters')),
    ),
  'bub-005': ({ expected }, tools) =>
    withPythonTools(tools, UNKNOWN_EXPOSURE, async (hosts, sources) => {
      const problem = String(jsonAt(await toldOf(hosts, sources, 'nc'), 'problem'))
      const said = `${String(expected.get('raises'))}: ${String(expected.get('text'))}`
      return problem.includes(said) ? undefined : `expected an error with ${said}, got ${problem}`
    }),
  'bub-006': ({ input, expected }, tools) => {
    const given = input.get('names')
    const names = isJsonList(given) ? given.map(String) : []
    const text = names.map((name) => `@tool\ndef ${name}():\n    return None\n`).join('\n')
    return withPythonTools(tools, `${IMPORTS}\n${text}`, async (hosts, sources) => {
      const snake = await Promise.all(names.map(async (name) => jsonAt(await toldOf(hosts, sources, name), 'name')))
      return differs('names', expected.get('snake'), snake)
    })
  },
})
