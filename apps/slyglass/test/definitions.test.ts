// Tools whose definitions in code say all that a network need not say.
import { expect, test } from 'vitest'
import { converse, eventsOf, must } from './support/conversations.ts'
import { callsThenWords, deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const TOOLS = `
import { defineTool } from 'slyglass'
export const Weather = defineTool({
  name: 'weather',
  description: 'Tells the weather of a place.',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
  execute: ({ location }: any) => 'Sunny in ' + location,
})
`
const UNITS = `
export const metadata = { name: 'convert', description: 'Converts metres into feet.', parameters: {
  type: 'object', properties: { metres: { type: 'number' } }, required: ['metres'] } }
export function execute({ metres }: any) { return metres * 4 }
`
const NETWORK = `{ tools = [
  { name = desk, instructions = "Help.", tools = [weather, convert], function.description = "Answers about weather." }
  { name = weather, class = "tools.Weather" }
  { name = convert, class = "units.execute", function { parameters { type = object, properties { metres { type = number } } } } }
] }`
const CALLS = [
  { name: 'weather', arguments: { location: 'Oslo' } },
  { name: 'convert', arguments: { metres: 2 } },
]
const { startTrusted, put } = studioPerTest(
  deskFiles(NETWORK, callsThenWords(CALLS, 'Done.'), { 'coded_tools/tools.ts': TOOLS, 'coded_tools/units.ts': UNITS }),
)

test('[U-3] [U-66] an entry without a description runs by that of its definition, and nothing is wrong with it', async () => {
  const { client, project } = await startTrusted()
  const sources = await must(client.toolSources(project.id, 'desk'))
  expect(sources.map(({ entry, described }) => [entry, described])).toEqual([
    ['weather', true],
    ['convert', true],
  ])
  const { run, events } = await converse(client, { project, network: 'desk', message: 'How is it?' })
  expect(eventsOf(events, 'tool.finished').map(({ text }) => text)).toEqual(['Sunny in Oslo', '8'])
  const asked = eventsOf(events, 'attempt.started').find(({ of }) => of === 'model')
  const parts = asked?.request?.parts ?? []
  const body = (await Promise.all(parts.map((sha) => must(client.chunk(run, sha))))).join('')
  expect(body).toContain('Tells the weather of a place.')
  expect(body).toContain('Converts metres into feet.')
})

const PYTHON_TOOL = `from slyglass.tools import tool


@tool
def area(width: float, height: float = 2.50) -> float:
    """Tells how large a room is."""
    return width * height
`

test('[U-66] what a definition says of itself is told beside its source, of trusted folders alone', async () => {
  const { client, project } = await startTrusted()
  put({
    'coded_tools/rooms.py': PYTHON_TOOL,
    'registries/desk.hocon': NETWORK.replace('tools = [weather', 'tools = [area, weather').replace(
      '{ name = weather',
      '{ name = area, class = "rooms.area" }, { name = weather',
    ),
  })
  const tellsOf = async () =>
    Object.fromEntries((await must(client.toolSources(project.id, 'desk'))).map(({ entry, tells }) => [entry, tells]))
  const { area, weather } = await tellsOf()
  expect(area?.description).toBe('Tells how large a room is.')
  expect(area?.parameters).toContain('"width"')
  expect(weather?.description).toBe('Tells the weather of a place.')
  await must(client.trust(project.id, false))
  expect(await tellsOf()).toEqual({ area: undefined, weather: undefined, convert: undefined })
})
