// A running server opened by its address: a service of another studio in this process, and servers that misbehave.
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { transcriptReducer, verifyLog } from '@slyglass/run-log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeAt, serve } from './support/composing.ts'
import { ask, converse, eventsOf, follow, must, refusalOf } from './support/conversations.ts'
import { newFolder, removeFolder, SAMPLES } from './support/folders.ts'
import { listenAnywhere } from './support/loopback.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start } = studioPerTest()
const NETWORK = 'basic/music_nerd_pro_sly'

let address = ''
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const home = newFolder()
  const folder = join(SAMPLES, 'studio')
  const composed = await composeAt(home, { folder, trusted: [folder] })
  const service = await serve(composed)
  address = service.url
  ends.push(async () => {
    await service.close()
    await composed.close()
    removeFolder(home)
  })
})
afterAll(async () => {
  for (const end of ends) await end()
})

async function misbehaving(path: string, handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer((request, response) => {
    if (request.url === '/api/v1/list') response.end('{"agents":[{"agent_name":"desk"}]}')
    else if (request.url === path) (handle as (...both: unknown[]) => void)(request, response)
    else response.writeHead(500).end()
  })
  const port = await listenAnywhere(server)
  ends.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${port}`
}

const openFar = async (far: string) => {
  const studio = await start()
  const project = await must(studio.client.openProject({ server: { address: far, confirmed: true } }))
  return { ...studio, project }
}

describe('a running server', () => {
  test('lists its networks and says who calls whom; nothing of it can be written here', async () => {
    const { client, project } = await openFar(address)
    expect(project).toMatchObject({ root: address, trusted: true, manifest: null, files: [] })
    expect(project.server?.networks.map(({ name }) => name)).toContain(NETWORK)
    expect(await must(client.connectivity(project.id, NETWORK))).toEqual({
      network: NETWORK,
      description: expect.stringContaining('sly data'),
      sampleQueries: ['Which band wrote Yellow Submarine?', 'Where are they from?'],
      rows: [
        { origin: 'MusicNerdPro', tools: ['Accountant'], displayAs: 'llm_agent' },
        { origin: 'Accountant', tools: [], displayAs: 'coded_tool' },
      ],
    })
    expect(await refusalOf(client.connectivity(project.id, 'basic/nobody'))).toBe('404 far-network')
    expect(await refusalOf(client.saveFile(project.id, 'a.hocon', { text: '', baseHash: null }))).toBe('404 project')
    expect((await must(client.projects())).map(({ id }) => id)).toContain(project.id)
    expect((await must(client.project(project.id))).networks.length).toBe(project.networks.length)
  })

  test('answers a conversation: calls are shown, private values go and come back, no event holds one', async () => {
    const { client, project } = await openFar(address)
    const first = await converse(client, {
      ...{ project, network: NETWORK, message: 'Which band wrote Yellow Submarine?' },
      sly: '{"running_cost": 3.0, "api_key": "k-demo-7431-canary"}',
    })
    expect(verifyLog(first.events, 'finished')).toEqual([])
    expect(eventsOf(first.events, 'run.finished')).toMatchObject([
      { outcome: 'ok', answer: expect.stringContaining('Beatles') },
    ])
    expect(eventsOf(first.events, 'tool.started')).toMatchObject([{ tool: 'Accountant', kind: 'coded-tool' }])
    expect(eventsOf(first.events, 'model.started')).toEqual([])
    expect(eventsOf(first.events, 'sly.crossed').map(({ boundary, passed }) => [boundary, passed.length])).toEqual([
      ['to-downstream', 2],
      ['from-downstream', 1],
    ])
    expect(JSON.stringify(first.events)).not.toContain('canary')
    const { entries } = transcriptReducer.reduce(transcriptReducer.initial, first.events)
    expect(entries.find((entry) => entry.kind === 'agent')).toMatchObject({ agent: 'MusicNerdPro' })

    const second = await converse(client, {
      ...{ project, network: NETWORK, message: 'Where are they from?', session: first.session },
    })
    expect(eventsOf(second.events, 'run.finished')).toMatchObject([
      { outcome: 'ok', answer: expect.stringContaining('Liverpool') },
    ])
    expect(await must(client.reveal(first.session, { key: 'running_cost' }))).toEqual({
      ...{ key: 'running_cost', json: '9.0' },
    })
    const runs = await must(client.runs({ project: project.id, network: NETWORK }))
    expect(runs.map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
  })

  test('[S-39] at an address of this machine is asked only after a person confirmed it', async () => {
    const { client } = await start()
    const reply = await client.openProject({ server: { address } })
    expect(reply).toMatchObject({
      ok: false,
      error: { status: 409, code: 'private-address', hint: expect.stringContaining('Confirm') },
    })
    expect(
      await refusalOf(client.openProject({ server: { address: 'http://169.254.169.254', confirmed: true } })),
    ).toBe('422 forbidden-address')
    expect(await refusalOf(client.openProject({ server: { address: 'ftp://x', confirmed: true } }))).toBe(
      '400 server-address',
    )
    expect(await refusalOf(client.openProject({ server: { address: 'http://127.0.0.1:1', confirmed: true } }))).toBe(
      '502 server-unreachable',
    )
  })

  test('that does not tell who is in a network may still answer', async () => {
    const far = await misbehaving('/api/v1/desk/streaming_chat', (_, response) => {
      response.end('{"response":{"type":"AGENT_FRAMEWORK","text":"Hello."}}\n')
    })
    const { client, project } = await openFar(far)
    const { events } = await converse(client, { project, network: 'desk', message: 'go' })
    expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok', answer: 'Hello.' }])
  })

  test('that breaks off leaves what it said, and a failure in words', async () => {
    const far = await misbehaving('/api/v1/desk/streaming_chat', (_, response) => {
      response.write('{"response":{"type":"AGENT","text":"Working on it.","origin":[{"tool":"desk"}]}}\n')
      setTimeout(() => response.destroy(), 20)
    })
    const { client, project } = await openFar(far)
    const { events } = await converse(client, { project, network: 'desk', message: 'go' })
    expect(eventsOf(events, 'note.noted').map(({ text }) => text)).toContain('Working on it.')
    expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'failed', failure: { code: 'stream-cut' } }])
  })

  test('is left at once when the run is stopped', async () => {
    const connection = { closed: false }
    const far = await misbehaving('/api/v1/desk/streaming_chat', (_, response) => {
      response.write('{"response":{"type":"HUMAN","text":"go","origin":[{"tool":"desk"}]}}\n')
      response.on('close', () => {
        connection.closed = true
      })
    })
    const { client, project } = await openFar(far)
    const { run } = await must(ask(client, { project, network: 'desk', message: 'go' }))
    await must(client.commandRun(run, { id: 'stop', kind: 'cancel' }))
    expect(eventsOf(await follow(client, run), 'run.finished')).toMatchObject([{ outcome: 'cancelled' }])
    await expect.poll(() => connection.closed).toBe(true)
  })
})
