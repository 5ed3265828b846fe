import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runId, sessionId } from '@slyglass/base'
import { openRunStore } from '@slyglass/run-store'
import { startedEvent } from '@slyglass/run-store/testing'
import { describe, expect, test } from 'vitest'
import { ask, converse, eventsOf, follow, must } from './support/conversations.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start, now } = studioPerTest()
const CANARY = 'k-demo-7431-canary'
const SLY = { running_cost: 3.0, api_key: CANARY }

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('the main job, without a key', () => {
  test('[N-28] two questions to music_nerd_pro_sly leave 9.0 in the vault and the canary nowhere', async () => {
    const { client } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro_sly'
    const first = await converse(client, {
      project,
      network,
      message: 'Which band wrote Yellow Submarine?',
      sly: '{"running_cost": 3.0, "api_key": "k-demo-7431-canary"}',
    })
    expect(eventsOf(first.events, 'run.finished')).toMatchObject([
      { outcome: 'ok', answer: expect.stringContaining('Beatles') },
    ])
    const second = await converse(client, { project, network, message: 'Where are they from?', session: first.session })
    expect(eventsOf(second.events, 'run.finished')).toMatchObject([
      { outcome: 'ok', answer: expect.stringContaining('Liverpool') },
    ])

    expect(await must(client.reveal(first.session, { key: 'running_cost' }))).toEqual({
      key: 'running_cost',
      json: '9.0',
    })
    const scans = [...first.events, ...second.events].flatMap((event) =>
      event.type === 'attempt.started' && event.request !== undefined ? [event.request.scan] : [],
    )
    expect(scans.length).toBeGreaterThanOrEqual(4)
    expect(scans.flatMap((scan) => scan.hits.filter((hit) => hit.key === 'api_key'))).toEqual([])
    expect(scans.every((scan) => scan.values === 2)).toBe(true)

    const stored = filesBelow(join(now.home, 'data')).filter((file) => /runs\.db|\.log|\.json$/.test(file))
    expect(stored.some((file) => file.endsWith('runs.db-wal'))).toBe(true)
    const texts = [CANARY, Buffer.from(CANARY).toString('base64').slice(0, 20), Buffer.from(CANARY).toString('hex')]
    const holding = stored.filter((file) => texts.some((text) => readFileSync(file).includes(text)))
    expect(holding).toEqual([])
  })

  test('[S-34] no answer of the server but the reveal holds a private value', async () => {
    const { client, raw } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const { run, session } = await converse(client, {
      project,
      network: 'basic/music_nerd_pro_ts',
      message: `My key is ${CANARY}. Which band wrote Yellow Submarine?`,
      sly: SLY,
    })
    const paths = [
      `/api/runs/${run}`,
      `/api/runs/${run}/events`,
      '/api/runs',
      `/api/sessions/${session}/sly`,
      '/api/status',
    ]
    const answers = await Promise.all(paths.map(async (path) => (await raw(path)).text()))
    expect(answers.filter((text) => text.includes(CANARY))).toEqual([])
    const chunks = [...(answers[1] ?? '').matchAll(/"(?:sha|parts)":\[?"([0-9a-f]{64})"/g)].map((match) => match[1])
    expect(chunks.length).toBeGreaterThan(0)
    for (const sha of chunks) expect(await (await raw(`/api/runs/${run}/chunks/${sha}`)).text()).not.toContain(CANARY)
    expect(await must(client.reveal(session, { key: 'api_key' }))).toEqual({ key: 'api_key', json: `"${CANARY}"` })
    expect(filesBelow(join(now.home, 'data')).filter((file) => readFileSync(file).includes(CANARY))).toEqual([])
  })

  test('[N-27] music_nerd_pro adds 3.0 a question, and the tool did the sum', async () => {
    const { client } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro'
    const first = await converse(client, { project, network, message: 'Which band wrote Yellow Submarine?' })
    const second = await converse(client, { project, network, message: 'Where are they from?', session: first.session })
    const results = [first, second].map(({ events }) => eventsOf(events, 'tool.finished').map((event) => event.result))
    expect(results).toEqual([['{"running_cost":3.0}'], ['{"running_cost":6.0}']])
    expect(eventsOf(second.events, 'run.finished')[0]?.answer).toContain('6.0')
  })

  test('[N-38] editing accountant.py changes the next answer, without a restart', async () => {
    const { client } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro_sly'
    const first = await converse(client, { project, network, message: 'Which band wrote Yellow Submarine?', sly: SLY })
    const path = 'coded_tools/basic/accountant.py'
    const file = await must(client.readFile(project.id, path))
    const text = file.text.replace(/3\.0\b/, '10.0')
    expect(text).not.toBe(file.text)
    await must(client.saveFile(project.id, path, { text, baseHash: file.hash }))
    await converse(client, { project, network, message: 'Where are they from?', session: first.session })
    expect(await must(client.reveal(first.session, { key: 'running_cost' }))).toMatchObject({ json: '16.0' })
  })
})

describe('runs and restarts', () => {
  test('[S-40] past runs are there after a restart, and their session goes on', async () => {
    const before = await start()
    const project = await must(before.client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro_ts'
    const { run, session, events } = await converse(before.client, {
      project,
      network,
      message: 'Which band wrote Yellow Submarine?',
    })
    await before.close()
    const { client } = await start()
    const rows = await must(client.runs({ project: project.id }))
    expect(rows).toMatchObject([{ run, session, network, status: 'finished', outcome: 'ok' }])
    expect(await follow(client, run)).toEqual(events)
    expect(await must(client.project(project.id))).toEqual(project)
    const next = await converse(client, { project, network, message: 'Where are they from?', session })
    expect(eventsOf(next.events, 'run.finished')).toMatchObject([{ answer: expect.stringContaining('Liverpool') }])
  })

  test('[M1.3] private values come back with their session after a restart, and are gone for good once it is forgotten', async () => {
    const before = await start()
    const project = await must(before.client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro_sly'
    const message = 'Which band wrote Yellow Submarine?'
    const { session, events } = await converse(before.client, { project, network, message, sly: SLY })
    const keys = (await must(before.client.vault(session))).keys
    await before.close()
    const { client, close } = await start()
    expect(await must(client.vault(session))).toEqual({ session, keys })
    expect(await must(client.reveal(session, { key: 'api_key' }))).toMatchObject({ json: JSON.stringify(CANARY) })
    expect(await must(client.forgetSession(session))).toEqual({ session, keys: [] })
    await close()
    const again = await start()
    expect(await must(again.client.vault(session))).toEqual({ session, keys: [] })
    const [run] = await must(again.client.runs({ project: project.id, session }))
    expect(await follow(again.client, run?.run as never)).toEqual(events)
    const next = await converse(again.client, { project, network, message, session, sly: { running_cost: 1.0 } })
    expect(eventsOf(next.events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
  })

  test('[S-40] an open run of a server that died is closed as host-lost, and keeps what was recorded', async () => {
    const file = join(now.home, 'data', 'runs.db')
    const opened = openRunStore(file)
    if (!opened.ok) throw new Error(opened.error.message)
    const [run, session] = [runId('run_lost'), sessionId('ses_lost')]
    await opened.value.create({ run, session, project: 'p', network: 'n', title: 't', at: 1 })
    const { epoch } = await opened.value.own(run)
    await opened.value.commit(run, epoch, { events: [startedEvent(run, session)], chunks: [], boxes: [] })
    opened.value.close()
    const { client } = await start()
    const events = await follow(client, run)
    expect(events[0]).toEqual(startedEvent(run, session))
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'failed', failure: { code: 'host-lost' } })
  })

  test('the open run of a server that lives is left alone', async () => {
    const first = await start()
    const project = await must(first.client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro_ts'
    const { run } = await must(ask(first.client, { project, network, message: 'Which band wrote Yellow Submarine?' }))
    const second = await start()
    expect((await follow(second.client, run)).at(-1)).toMatchObject({ type: 'run.finished', outcome: 'ok' })
  })

  test('[S-16] a run goes on without anybody watching, and is read from any number', async () => {
    const { client } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const { run, events } = await converse(client, {
      project,
      network: 'basic/music_nerd_pro_ts',
      message: 'Which band wrote Yellow Submarine?',
    })
    for (const after of [0, 3, events.length - 2])
      expect(await follow(client, run, after)).toEqual(events.slice(after + 1))
    expect(await follow(client, run, events.length - 1)).toEqual([])
  })
})
