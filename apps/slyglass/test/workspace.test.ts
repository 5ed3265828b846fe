import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ask, converse, eventsOf, must, refusalOf, waitForLine } from './support/conversations.ts'
import { putFiles } from './support/folders.ts'
import { listenAnywhere } from './support/loopback.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start, startTrusted, put, now } = studioPerTest()
const DESK = `
tools = [
  { name = desk, function.description = "Talks.", instructions = "Use the tool.", tools = ["worker"] }
  { name = worker, function.description = "Works.", class = "trap.Trap" }
]
`

describe('opening a folder', () => {
  test('[S-12] runs nothing, starts nothing and fetches nothing until it is trusted', async () => {
    const hits: string[] = []
    const server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end('x = 1')
    })
    const address = `http://127.0.0.1:${await listenAnywhere(server)}`
    const trap = (name: string) => join(now.home, `${name}-was-run`)
    const folder = put({
      'registries/manifest.hocon': `include url("${address}/manifest")\n"desk.hocon" = true\n`,
      'registries/desk.hocon': `include url("${address}/desk")\ninclude "${join(now.home, 'outside.hocon')}"\n${DESK}`,
      'coded_tools/trap.py': `open(${JSON.stringify(trap('tool'))}, "w").write("x")\nclass Trap: pass\n`,
      'coded_tools/other.ts': 'export class Other {}',
      '.venv/bin/python': `#!/bin/sh\ntouch ${trap('python')}\nexec python3 "$@"\n`,
      '.env': `OPENAI_BASE_URL=${address}/v1\nOPENAI_API_KEY=sk-project\nMODEL_NAME=from-project\n`,
      'package.json': `{"scripts":{"postinstall":"touch ${trap('npm')}"}}`,
    })
    putFiles(now.home, { 'outside.hocon': 'secret = 1' })
    chmodSync(join(folder, '.venv/bin/python'), 0o755)
    const { client } = await start({ folder })
    const status = await must(client.status())
    const project = await must(client.project(status.project as NonNullable<typeof status.project>))
    expect(project).toMatchObject({ trusted: false, name: 'mine', env: {} })
    expect(project.networks.map((network) => network.name)).toEqual(['desk'])
    expect(status.model).toMatchObject({ offline: true, key: 'none' })
    await must(client.openProject({ path: folder }))
    await must(client.projects())
    await must(client.toolSources(project.id, 'desk'))
    await must(client.readFile(project.id, 'coded_tools/trap.py'))
    expect(await must(client.testModel({ baseUrl: null, modelName: null }))).toMatchObject({ ok: true })
    expect(await refusalOf(ask(client, { project, network: 'desk', message: 'Please work' }))).toBe('403 untrusted')
    expect(['tool', 'python', 'npm'].filter((name) => existsSync(trap(name)))).toEqual([])
    expect(hits).toEqual([])

    const trusted = await must(client.trust(project.id, true))
    expect(trusted.env).toEqual({ MODEL_NAME: 'from-project' })
    expect((await must(client.status())).model).toMatchObject({ baseUrl: `${address}/v1`, key: 'project .env' })
    await must(client.toolSources(project.id, 'desk'))
    expect(existsSync(trap('python'))).toBe(true)
    await must(client.trust(project.id, false))
    expect(await refusalOf(ask(client, { project, network: 'desk', message: 'x' }))).toBe('403 untrusted')
    server.close()
  })

  test('[N-61] a key of the shell never goes to the address that a project names', async () => {
    put({
      '.env': 'OPENAI_BASE_URL=http://127.0.0.1:9/v1\n',
      'registries/desk.hocon': DESK,
    })
    const { client } = await startTrusted({ env: { OPENAI_API_KEY: 'sk-shell' } })
    expect(await must(client.modelStatus())).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      key: 'environment',
      variables: [
        { name: 'OPENAI_API_KEY', set: true },
        { name: 'OPENAI_BASE_URL', set: false },
        { name: 'OPENAI_API_BASE', set: false },
      ],
    })
  })

  test('without a manifest every HOCON file under registries is a network; pasted HOCON is one too', async () => {
    const { client } = await start()
    const folder = put({
      'registries/a/one.hocon': DESK,
      'registries/two.hocon': DESK,
      'other.hocon': '',
    })
    const project = await must(client.openProject({ path: folder }))
    expect(project).toMatchObject({ manifest: null })
    expect(project.networks.map((network) => network.name).sort()).toEqual(['a/one', 'two'])
    const pasted = await must(client.openProject({ paste: { name: 'desk', text: DESK } }))
    expect(pasted).toMatchObject({ trusted: false, networks: [{ name: 'desk', file: 'registries/desk.hocon' }] })
    expect((await must(client.projects())).map((one) => one.id)).toEqual([pasted.id, project.id])
  })

  test('the samples are shown with what they need', async () => {
    const { client } = await start()
    const cards = await must(client.samples())
    expect(cards.map((card) => card.title)).toContain('music_nerd_pro_sly')
    expect(cards.find((card) => card.network === 'basic/music_nerd_pro_ts')).toMatchObject({
      name: 'studio',
      needs: ['typescript'],
    })
    expect(cards.find((card) => card.network === 'basic/gift_desk')).toMatchObject({ needs: ['python', 'typescript'] })
    expect(cards.every((card) => card.description !== '' && card.entries >= 2)).toBe(true)
  })
})

describe('the live stream', () => {
  test('[S-41] says that it lives, and tells of files that other programs change', async () => {
    const { client } = await start({ keepAliveMs: 40 })
    const folder = put({ 'registries/desk.hocon': DESK, '.git/index': '' })
    const project = await must(client.openProject({ path: folder }))
    let alive = 0
    await waitForLine(client, { watch: [], project: project.id }, (line) => {
      alive += line.kind === 'alive' ? 1 : 0
      return alive > 3
    })
    const lineOf = waitForLine(client, { watch: [], project: project.id }, (line) => line.kind === 'files')
    const write = async () => {
      // The watcher needs a moment to look at the folder; until it answers, the file changes again and again.
      for (let turn = 0; turn < 1_000; turn += 1) {
        writeFileSync(join(folder, '.git/index'), String(turn))
        writeFileSync(join(folder, 'registries/desk.hocon'), `${DESK}# ${turn}\n`)
        if (await Promise.race([lineOf.then(() => true), sleep(100).then(() => false)])) return
      }
    }
    await write()
    expect(await lineOf).toMatchObject({
      kind: 'files',
      project: project.id,
      changed: [{ path: 'registries/desk.hocon', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    })
  })

  test('[S-41] stays open for a tab that watches nothing yet', async () => {
    const { client } = await start({ keepAliveMs: 20 })
    let alive = 0
    await waitForLine(client, { watch: [] }, (line) => {
      alive += line.kind === 'alive' ? 1 : 0
      return alive > 3
    })
  })

  test('[S-16] tells which runs of a network begin and end, whoever asks for them', async () => {
    const { client } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro_ts'
    const rowsOf = (body: { since?: number }, status: string) =>
      waitForLine(
        client,
        { watch: [], project: project.id, network, ...body },
        (line) => line.kind === 'runs' && line.runs.some((row) => row.status === status),
      )
    const [began, ended] = [rowsOf({}, 'open'), rowsOf({}, 'finished')]
    const { run, session } = await converse(client, { project, network, message: 'Which band wrote Yellow Submarine?' })
    const row = { run, session, network, project: project.id }
    expect(await began).toEqual({ kind: 'runs', runs: [expect.objectContaining({ ...row, status: 'open' })] })
    expect(await ended).toMatchObject({ runs: [{ ...row, status: 'finished', outcome: 'ok' }] })
    expect(await rowsOf({ since: 0 }, 'finished')).toMatchObject({ runs: [{ ...row, status: 'finished' }] })
  })

  test('of an unknown project is refused, of an unknown run it ends', async () => {
    const { client } = await start()
    const signal = new AbortController().signal
    expect(await refusalOf(client.tails({ watch: [], project: 'prj_none' }, signal))).toBe('404 project')
    const line = await waitForLine(client, { watch: [{ run: 'run_none', after: -1 }] }, (one) => one.kind === 'end')
    expect(line).toEqual({ kind: 'end', run: 'run_none' })
  })
})

describe('private values of a session', () => {
  test('[S-34] are listed by key and size, revealed one by one, and replaced as a whole', async () => {
    const { client } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const { session } = await converse(client, {
      project,
      network: 'basic/music_nerd_pro_ts',
      message: 'Which band wrote Yellow Submarine?',
      sly: '{"id": 12345678901234567890, "running_cost": 3.00}',
    })
    const { keys } = await must(client.vault(session))
    expect(keys.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['id', 20],
      ['running_cost', expect.any(Number)],
    ])
    expect(await must(client.reveal(session, { key: 'id' }))).toEqual({ key: 'id', json: '12345678901234567890' })
    const next = await must(client.putVault(session, { json: '{"only": [1.50]}' }))
    expect(next.keys.map((key) => key.key)).toEqual(['only'])
    expect(await must(client.reveal(session, { key: 'only' }))).toMatchObject({ json: '[1.50]' })
    expect(await refusalOf(client.reveal(session, { key: 'id' }))).toBe('404 sly-key')
    expect(await refusalOf(client.putVault(session, { json: '[]' }))).toBe('400 sly-not-object')
    expect(await refusalOf(client.vault('ses_none' as never))).toBe('404 session')
  })

  test('[S-34] stay out of the log file when the server fails', async () => {
    const { client, raw } = await start()
    const project = await must(client.openProject({ sample: 'studio' }))
    const network = 'basic/music_nerd_pro_ts'
    const { events } = await converse(client, {
      project,
      network,
      message: 'hello',
      sly: { secret: 'a-telling-canary-value' },
    })
    expect(eventsOf(events, 'run.finished')).toHaveLength(1)
    // A defect on purpose: the path of a folder that holds a NUL byte and a private value.
    await raw('/api/projects', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-slyglass': '1' },
      body: JSON.stringify({ path: '/tmp/\u0000a-telling-canary-value' }),
    })
    expect(readFileSync(join(now.home, 'data/logs/server.log'), 'utf8')).not.toContain('a-telling-canary-value')
  })
})
