// How much there may be of private values: what persons and clients give, and what tools write, also in many small steps.
import { expect, test } from 'vitest'
import { ask, converse, eventsOf, refusalOf } from './support/conversations.ts'
import { deskFiles } from './support/folders.ts'
import { openRoom } from './support/service-room.ts'
import { studioPerTest } from './support/test-studio.ts'

const MB = 1_000_000
const NETWORK = `tools = [
  { name = desk, instructions = "Help.", tools = [fill], function.description = "Helps." }
  { name = fill, class = "fill.Fill", function { description = "Fills a shelf."
    parameters { type = object, properties { key { type = string }, mb { type = int } } } } } ]`
const FILL = `export class Fill {
  async asyncInvoke(args: { key: string; mb: number }, slyData: Record<string, unknown>) {
    slyData[args.key] = 'x'.repeat(args.mb * 1_000_000)
    return Object.keys(slyData).sort().join(' ')
  }
}`
const fill = (key: string, mb: number) => ({ name: 'fill', arguments: { key, mb } })
const { startTrusted, put } = studioPerTest()

/** A desk whose model calls these, one after the other. */
function deskThatFills(...calls: readonly ReturnType<typeof fill>[]): void {
  const steps = calls.map((call, done) => ({ tool_results: done, answer: { tool_calls: [call] } }))
  put(deskFiles(NETWORK, [...steps, { answer: { content: 'done' } }], { 'coded_tools/fill.ts': FILL }))
}

test('what tools write is kept up to 16 million characters together; the call that would make it more fails, and the run goes on', async () => {
  deskThatFills(fill('a', 9), fill('b', 9), fill('c', 1), fill('a', 1), fill('b', 9))
  const { client, project } = await startTrusted()
  const { events } = await converse(client, { project, network: 'desk', message: 'go' })
  const tools = eventsOf(events, 'attempt.finished').filter(({ answer }) => answer?.of === 'tool')
  expect(
    tools.map(({ outcome, failure, answer }) => failure?.code ?? `${outcome} ${answer?.of === 'tool' && answer.text}`),
  ).toEqual(['ok a', 'sly-too-large', 'ok a c', 'ok a c', 'ok a b c'])
  const failed = tools[1]
  expect(failed?.failure?.message).toMatch(
    /^What the call wrote into the sly data is not kept: there would be 2 private values with 18,000,004 characters; at most /,
  )
  expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
})

test('what a person gives is refused when it is too much, alone or with what the session holds', async () => {
  deskThatFills()
  const { client, project } = await startTrusted()
  const asked = { project, network: 'desk', message: 'go' }
  expect(await refusalOf(ask(client, { ...asked, sly: { all: 'x'.repeat(10 * MB) } }))).toBe('400 body')
  const { session } = await converse(client, { ...asked, sly: { a: 'x'.repeat(9 * MB) } })
  expect(await refusalOf(ask(client, { ...asked, session, sly: { b: 'x'.repeat(9 * MB) } }))).toBe('413 sly-too-large')
  const { events } = await converse(client, { ...asked, session, sly: { a: 'less' } })
  expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
})

test('[N-87] a client of the service reads why its sly_data is not taken, and the next one is answered', async () => {
  const room = await openRoom()
  const say = async (sly_data: object) =>
    (await room.chat({ user_message: { type: 'HUMAN', text: 'hi' }, sly_data })).text()
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`key_${index}`, 1]))
  expect(JSON.parse(await say(many))).toEqual({
    error: expect.stringMatching(
      /^The values of sly_data are not taken: there would be 10,001 private values with .* 10,000 /,
    ),
  })
  expect(JSON.parse(await say({ all: 'x'.repeat(16 * MB) }))).toEqual({ error: expect.stringContaining('16,000,002') })
  expect(await say({ one: 1 })).toContain('from hi')
})
