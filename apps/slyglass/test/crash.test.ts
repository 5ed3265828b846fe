// A real server, killed while it works, and the one that comes after it.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunId } from '@slyglass/base'
import { type LogEvent, verifyLog } from '@slyglass/run-log'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask, eventsOf, follow, must, openTrusted } from './support/conversations.ts'
import { type Files, putFiles } from './support/folders.ts'
import { type ModelStub, startModelStub } from './support/model-stub.ts'
import { studioProcess } from './support/studio-process.ts'
import { until } from './support/until.ts'

// Real processes on a machine that may be busy.
const SOAK = process.env.SLYGLASS_SOAK === '1'
vi.setConfig({ testTimeout: SOAK ? 1_800_000 : 180_000, hookTimeout: 120_000 })

const CANARY = 'k-demo-7431-canary'
const TICKET = 'ticket-55-ABCD-77'
const KILLS = SOAK ? 40 : 3

const program = studioProcess()
let model: ModelStub
beforeEach(async () => {
  model = await startModelStub()
})
afterEach(() => model.close())

const home = () => program.now.home
const start = () => program.start({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-of-a-test' })
type Started = Awaited<ReturnType<typeof start>>

const files = (studio: string) => ({
  'registries/desk.hocon': `
    llm_config { model_name = "gpt-4o", use_responses_api = false, streaming = false }
    studio ${studio}
    tools = [
      { name = desk, function.description = "Talks.", instructions = "Use the worker.", tools = ["worker"] }
      { name = worker, class = "work.Worker", function { description = "Works.",
        parameters { type = object, properties { what { type = string } }, required = [what] } } }
    ]`,
  'coded_tools/work.py': `
import asyncio
from neuro_san.interfaces.coded_tool import CodedTool
class Worker(CodedTool):
    async def async_invoke(self, args, sly_data):
        with open("effects.txt", "a") as effects:
            effects.write("x")
        # Put together, so that the value itself stands in no copy of this file.
        sly_data["ticket"] = "-".join(${JSON.stringify(TICKET.split('-'))})
        await asyncio.sleep(float(open("seconds.txt").read()))
        return "key " + sly_data["api_key"] + " and " + sly_data["ticket"]
`,
  'seconds.txt': '0',
})

/** A run of the desk that has just begun. */
async function begin(server: Started, studio = '{ on_doubt = fail }') {
  const folder = join(home(), 'mine')
  if (!existsSync(folder)) putFiles(folder, files(studio))
  const project = await openTrusted(server.client, folder)
  const sly = { api_key: CANARY }
  return must(ask(server.client, { project, network: 'desk', message: `Work with ${CANARY}`, sly }))
}

async function kill({ child, exit }: Started): Promise<void> {
  child.kill('SIGKILL')
  await exit
}

/** A server that is killed while its tool works for long, and the one after it, for whose tools work is short. */
async function killInTool(project: Files) {
  putFiles(join(home(), 'mine'), { ...project, 'seconds.txt': '600' })
  const first = await start()
  const { run } = await begin(first)
  await until(() => effects() === 1)
  await kill(first)
  working(0)
  return { run, second: await start() }
}

async function recorded({ url, token }: Started, run: RunId): Promise<readonly LogEvent[]> {
  const answer = await fetch(`${url}/api/runs/${run}/events`, { headers: { 'x-slyglass-token': token } })
  const lines = (await answer.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as LogEvent)
}

const effects = () => (existsSync(join(home(), 'mine/effects.txt')) ? effectsText().length : 0)
const effectsText = () => readFileSync(join(home(), 'mine/effects.txt'), 'utf8')
const working = (seconds: number) => writeFileSync(join(home(), 'mine/seconds.txt'), String(seconds))

/** Files of the data folder in which a private value stands, in clear or in a plain spelling of it. */
function filesWithValues(): readonly string[] {
  const spellings = [CANARY, TICKET].flatMap((value) => [
    value,
    Buffer.from(value).toString('base64').slice(0, 20),
    Buffer.from(value).toString('hex'),
  ])
  return readdirSync(join(home(), 'data'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => spellings.some((text) => readFileSync(file).includes(text)))
}

const answerOf = (events: readonly LogEvent[]) => eventsOf(events, 'run.finished')[0]
const WHOLE = 'Done: key ⟨sly:api_key⟩ and ⟨sly:ticket⟩'

describe('a server that is killed', () => {
  test('[S-40] [M1.4] while a model is asked: the next one asks again with the same bytes', async () => {
    model.hold('user')
    const first = await start()
    const { run } = await begin(first)
    await until(() => model.bodies.length === 1)
    const before = await recorded(first, run)
    await kill(first)
    model.hold('none')
    const second = await start()
    const events = await follow(second.client, run)
    expect(events.slice(0, before.length)).toEqual(before)
    expect(answerOf(events)).toMatchObject({ outcome: 'ok', answer: WHOLE })
    expect([model.bodies.length, model.bodies[1]]).toEqual([3, model.bodies[0]])
    expect(model.bodies[0]).toContain(CANARY)
    expect(eventsOf(events, 'model.finished')[0]).toMatchObject({ outcome: 'ok', attempts: 2 })
    expect([effects(), verifyLog(events, 'finished'), filesWithValues()]).toEqual([1, [], []])
    expect(statSync(join(home(), 'data/master.key'))).toMatchObject({ size: 32, mode: 0o100600 })
  })

  test('[S-40] [M1.4] while it reads the second answer: the tool is not called again, and the model hears what the tool said', async () => {
    model.hold('tool')
    const first = await start()
    const { run, session } = await begin(first)
    await until(() => model.bodies.length === 2)
    await kill(first)
    expect(filesWithValues()).toEqual([])
    model.hold('none')
    const second = await start()
    const events = await follow(second.client, run)
    expect(answerOf(events)).toMatchObject({ outcome: 'ok', answer: WHOLE })
    expect([model.bodies.length, model.bodies[2]]).toEqual([3, model.bodies[1]])
    expect(model.bodies[1]).toContain(`key ${CANARY} and ${TICKET}`)
    expect([effects(), verifyLog(events, 'finished'), filesWithValues()]).toEqual([1, [], []])
    const reveal = (key: string) => must(second.client.reveal(session, { key }))
    expect(await reveal('ticket')).toMatchObject({ json: JSON.stringify(TICKET) })
    expect(await reveal('api_key')).toMatchObject({ json: JSON.stringify(CANARY) })
  })

  test.each([
    ['fail', '{ on_doubt = fail }', 1, 'failed'],
    ['rerun', '{ on_doubt = rerun }', 2, 'ok'],
  ] as const)('[S-40] [M1.4] in the middle of a tool whose rule is %s', async (_, studio, times, outcome) => {
    const { run, second } = await killInTool(files(studio))
    const events = await follow(second.client, run)
    expect([effects(), answerOf(events)?.outcome]).toEqual([times, 'ok'])
    expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome }])
    expect(answerOf(events)?.answer).toContain(outcome === 'ok' ? WHOLE : 'may or may not have taken effect')
    expect(eventsOf(events, 'note.noted').map(({ source }) => source)).toContain('resume')
    expect([verifyLog(events, 'finished'), filesWithValues()]).toEqual([[], []])
  })

  test.each([
    ['approve', 2, 'ok'],
    ['reject', 1, 'failed'],
  ] as const)(
    '[S-40] [M1.4] in the middle of a tool without a rule: a person is asked, also by a third server, and can %s',
    async (decision, times, outcome) => {
      const { run, second } = await killInTool(files('{}'))
      await until(async () => eventsOf(await recorded(second, run), 'approval.requested').length === 1)
      // A server that is closed in good order lets the question stand.
      second.child.kill('SIGTERM')
      expect(await second.exit).toBe(0)
      const third = await start()
      const [question] = eventsOf(await recorded(third, run), 'approval.requested')
      const { argsSha = '', parent } = question ?? {}
      const answer = { id: 'x', kind: 'approve', call: parent ?? '', argsSha, decision } as const
      await must(third.client.commandRun(run, answer))
      const events = await follow(third.client, run)
      expect(question).toMatchObject({ tool: 'worker', args: '{"what":"it"}' })
      expect([effects(), answerOf(events)?.outcome]).toEqual([times, 'ok'])
      expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome }])
      expect(eventsOf(events, 'approval.requested')).toHaveLength(1)
      expect([verifyLog(events, 'finished'), filesWithValues()]).toEqual([[], []])
    },
  )

  test('[S-40] [M5] three times in one run: it is not gone on with again', async () => {
    model.hold('user')
    let server = await start()
    const { run } = await begin(server)
    for (let loss = 1; loss <= 3; loss += 1) {
      await until(() => model.bodies.length === loss)
      await kill(server)
      server = await start()
    }
    const end = answerOf(await follow(server.client, run))
    expect(end).toMatchObject({
      outcome: 'failed',
      failure: { code: 'host-lost', message: expect.stringContaining('3 times') },
    })
    expect(model.bodies.length).toBe(3)
  })

  test('[S-40] nothing of a folder that is not trusted any more starts by itself', async () => {
    model.hold('tool')
    const first = await start()
    const { run } = await begin(first)
    await until(() => model.bodies.length === 2)
    await kill(first)
    writeFileSync(join(home(), 'data/trust.json'), '{"folders":[]}')
    model.hold('none')
    const second = await start()
    const end = answerOf(await follow(second.client, run))
    expect(end).toMatchObject({ outcome: 'failed', failure: { message: expect.stringContaining('is not trusted') } })
    expect([model.bodies.length, effects()]).toEqual([2, 1])
  })

  test('[M1.4] with a stop in the inbox, which is obeyed before anything is asked', async () => {
    model.hold('tool')
    const first = await start()
    const { run } = await begin(first)
    await until(() => model.bodies.length === 2)
    // Whoever is told 202 is obeyed, also when the server dies at once.
    await must(first.client.commandRun(run, { id: 'stop', kind: 'cancel' }))
    await kill(first)
    const second = await start()
    expect(answerOf(await follow(second.client, run))).toMatchObject({ outcome: 'cancelled' })
    expect(model.bodies.length).toBe(2)
  })

  test('[M1.3] with studio.sly.keep = memory: nothing is sealed, and the run is explained', async () => {
    model.hold('tool')
    const first = await start()
    const { run, session } = await begin(first, '{ sly.keep = memory }')
    await until(() => model.bodies.length === 2)
    await kill(first)
    const second = await start()
    const events = await follow(second.client, run)
    const failure = { code: 'host-lost', message: expect.stringContaining('studio.sly.keep = memory') }
    expect(answerOf(events)).toMatchObject({ outcome: 'failed', failure })
    expect(await must(second.client.vault(session))).toMatchObject({ keys: [] })
    expect([model.bodies.length, filesWithValues()]).toEqual([2, []])
  })
})

test(`[S-40] [M5] ${KILLS} runs, each killed up to twice at any moment, end as they would have, and nothing is done twice`, async () => {
  putFiles(join(home(), 'mine'), { ...files('{ on_doubt = fail }'), 'seconds.txt': '0.4' })
  model.hold('tool', 300)
  const random = randomFrom(20_261_130)
  for (let round = 1; round <= KILLS; round += 1) {
    const done = effects()
    let server = await start()
    const { run } = await begin(server)
    let before: readonly LogEvent[] = []
    for (let kills = random() < 0.5 ? 1 : 2; kills > 0; kills -= 1) {
      await sleep(random() * 1_500)
      before = await recorded(server, run)
      await kill(server)
      server = await start()
    }
    const events = await follow(server.client, run)
    expect([round, verifyLog(events, 'finished')]).toEqual([round, []])
    expect([round, events.slice(0, before.length)]).toEqual([round, before])
    expect([round, answerOf(events)?.outcome]).toEqual([round, 'ok'])
    expect([round, effects() - done <= 1]).toEqual([round, true])
    await kill(server)
  }
  const placeholders = model.bodies.filter((body) => body.includes('⟨sly:'))
  expect([placeholders, filesWithValues()]).toEqual([[], []])
})

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
