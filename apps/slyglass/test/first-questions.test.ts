// The first question of every network of the gallery on Home, as a newcomer asks it: without private values and without a key.
import { readNetwork } from '@slyglass/network'
import { isOf, type LogEvent } from '@slyglass/run-log'
import { expect, test, vi } from 'vitest'
import { ask, eventsOf, must, waitForLine } from './support/conversations.ts'
import { studioPerTest, type TestStudio } from './support/test-studio.ts'

// Some fifty runs with real processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 })

const { start } = studioPerTest()

interface First {
  readonly network: string
  readonly warnings: readonly string[]
  readonly answer: string
}

/** A person agrees to whatever a sample asks. */
async function askFirst({ client }: TestStudio, sample: string, network: string): Promise<First> {
  const project = await must(client.openProject({ sample }))
  const file = `registries/${network}.hocon`
  const { text } = await must(client.readFile(project.id, file))
  const [message = ''] = readNetwork({ network, file, texts: { [file]: text } }).sampleQueries
  const { run } = await must(ask(client, { project, network, message }))
  const events: LogEvent[] = []
  await waitForLine(client, { watch: [{ run, after: -1 }] }, (line) => {
    if (line.kind !== 'events') return line.kind === 'end'
    events.push(...line.events)
    for (const { parent, argsSha, seq } of eventsOf(line.events, 'approval.requested'))
      void client.commandRun(run, {
        id: `yes-${seq}`,
        kind: 'approve',
        call: parent ?? '',
        argsSha,
        decision: 'approve',
      })
    return false
  })
  const warnings = events.flatMap((event) =>
    isOf(event, 'note.noted') && event.level === 'warning' ? [event.text] : [],
  )
  return { network, warnings, answer: eventsOf(events, 'run.finished').at(-1)?.answer ?? '' }
}

/** Networks whose pages say what they warn of at their first question. */
const PROMISED: Readonly<Record<string, RegExp>> = {
  order_then_charge_at_once: /^create_order and charge_card both act on the world and run at the same time/,
  'basic/weather_service': /^weather_service is not offered: WEATHER_API_KEY/,
}

test('the first question of each sample is answered, and warns of nothing but what its page promises', async () => {
  const studio = await start()
  const firsts: First[] = []
  for (const { name, network } of await must(studio.client.samples()))
    firsts.push(await askFirst(studio, name, network))
  expect(firsts.length).toBeGreaterThan(45)
  for (const { network, warnings, answer } of firsts) {
    const promised = PROMISED[network]
    const told = promised === undefined ? [] : [expect.stringMatching(promised)]
    expect({ network, warnings }).toEqual({ network, warnings: told })
    expect({ network, answer }).toEqual({ network, answer: expect.stringMatching(/^(?!Error\b|.*offline model)./) })
  }
  const asks = firsts.filter(({ answer }) => answer.includes('have not arrived') || answer.includes('I cannot say'))
  expect(asks.map(({ network }) => network)).toEqual(['boundaries_closed', 'boundaries_math', 'basic/gift_desk'])
  for (const { answer } of asks) expect(answer).toMatch(/private values/)
})
