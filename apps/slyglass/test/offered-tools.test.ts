// Which tools a model is offered, through the whole studio: tools of Python functions, a function of the project that chooses,
// and what was loaded after the server has been started again.
import { expect, test } from 'vitest'
import { converse, eventsOf } from './support/conversations.ts'
import { deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const CALC = `
from slyglass.tools import tool

@tool(name="math.add")
def add(a: int, b: int) -> int:
    """Add two integers."""
    return a + b

@tool(renderer=lambda order: f"Order {order['id']}: {order['status']}")
async def lookup_order(order_id: str) -> dict:
    """Looks an order up."""
    return {"id": order_id, "status": "shipped"}
`
const STEPS = `
import { definePrepareTools } from 'slyglass'

export const choose = definePrepareTools(({ tools, messages }) =>
  messages.at(-1)?.content === 'hello' ? tools.filter(({ name }) => name !== 'lookup_order') : tools,
)
`
const NETWORK = `{
  studio { profile = bub, prepare_tools = "steps.ts#choose" }
  tools = [
    { name = desk, instructions = "Answer.", tools = [math_add, lookup_order], function { description = "Answers." } }
    { name = math_add, class = "calc.add", studio { runtime_name = "math.add", deferred = true } }
    { name = lookup_order, class = "calc.lookup_order" }
  ]
}`
const call = (name: string, args: object) => ({ name, arguments: args })
const RULES = [
  { user: 'load', tool_results: 0, answer: { tool_calls: [call('tool_describe', { names: ['math.add'] })] } },
  {
    user: 'add',
    tool_results: 0,
    answer: { tool_calls: [call('math.add', { a: '2', b: 3 }), call('lookup_order', { order_id: 'A1' })] },
  },
  { answer: { content: 'Done.' } },
]
const { start, startTrusted } = studioPerTest(
  deskFiles(NETWORK, RULES, { 'coded_tools/calc.py': CALC, 'steps.ts': STEPS }),
)

test('[B-4] [B-7] [B-8] [B-11] [B-66] what was loaded is offered in the next turn, after a restart, as the project chooses', async () => {
  const { client, project, close } = await startTrusted()
  const first = await converse(client, { project, network: 'desk', message: 'load' })
  const offered = (events: typeof first.events) => eventsOf(events, 'model.started').map((event) => event.offered)
  expect(offered(first.events)).toEqual([
    ['lookup_order', 'tool_describe'],
    ['lookup_order', 'tool_describe', 'math_add'],
  ])
  await close()
  const again = await start()
  const session = eventsOf(first.events, 'run.started')[0]?.session
  const asked = { project, network: 'desk', ...(session !== undefined && { session }) }
  const second = await converse(again.client, { ...asked, message: 'add' })
  expect(offered(second.events)).toEqual(Array(2).fill(['lookup_order', 'tool_describe', 'math_add']))
  expect(eventsOf(second.events, 'tool.finished').map(({ text, result }) => [text, result])).toEqual([
    ['5', '5'],
    ['Order A1: shipped', '{"id":"A1","status":"shipped"}'],
  ])
  expect(eventsOf(second.events, 'tool.started')[0]).toMatchObject({
    tool: 'math_add',
    runtimeName: 'math.add',
    calledAs: 'math.add',
  })
  const third = await converse(again.client, { ...asked, message: 'hello' })
  expect(offered(third.events)).toEqual([['tool_describe', 'math_add']])
})
