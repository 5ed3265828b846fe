// The real clients of neuro-san, in environments of their own (`npm run clients`), against the built program and the shipped sample.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../src/server/free-port.ts'
import { type BuiltProgram, buildProgram, type Served, serveFolder } from './support/built-program.ts'
import { listen, stopChild } from './support/child-process.ts'
import { newFolder, removeFolder, SAMPLES } from './support/folders.ts'
import { installedClients } from './support/installed-clients.ts'

const clients = installedClients()

let [home, project] = ['', '']
let program: BuiltProgram
let served: Served
beforeAll(async () => {
  home = newFolder()
  project = join(home, 'studio')
  cpSync(join(SAMPLES, 'studio'), project, { recursive: true })
  const manifest = join(project, 'registries/manifest.hocon')
  const asTool = readFileSync(manifest, 'utf8').replace(
    '"basic/gift_desk.hocon" = true',
    '"basic/gift_desk.hocon" { serve = true, public = true, mcp = true }',
  )
  writeFileSync(manifest, asTool)
  program = await buildProgram()
  served = await serveFolder(program, project, join(home, 'data'))
})
afterAll(async () => {
  await served?.stop()
  removeFolder(home)
})

const ASKED = 'Can I have a teapot as a gift?'
const ANSWER = 'Yes, there is a teapot for you. The cashier says: one teapot is 37.8 euros for this client.'
const SLY = { customer_id: 'c-1', warehouse_token: 'w-7781-token', discount_percent: 10 }
const NETWORKS = [
  'basic/gift_desk',
  'basic/music_nerd_pro',
  'basic/music_nerd_pro_sly',
  'basic/music_nerd_pro_total_ts',
  'basic/music_nerd_pro_ts',
  'basic/weather',
  'basic/weather_service',
]

describe.skipIf(clients.agentCli === undefined)('[S-38] agent_cli of neuro-san', () => {
  test('lists the networks, their tags, and those with a tag', () => {
    const listed = JSON.parse(cli('--http', '--list').replace('Available agents:', ''))
    expect(listed.agents.map((one: { agent_name: string }) => one.agent_name).sort()).toEqual(NETWORKS)
    const tags = JSON.parse(cli('--http', '--tags').replace('Available tags:', ''))
    expect(tags.sort().join()).toBe(
      'Python,TypeScript,coded tool,delegation,limits,networks,private data,safety,sly data,start here,tests,tools',
    )
    const tagged = cli('--http', '--tag', 'delegation')
    expect(NETWORKS.filter((name) => tagged.includes(`"${name}"`))).toEqual(['basic/gift_desk'])
  })

  test('shows how a network is connected', () => {
    const shown = cli('--http', '--agent', 'basic/gift_desk', '--connectivity')
    const nodes = shown
      .slice(0, shown.indexOf('Network Metadata'))
      .trim()
      .split(/\n(?=\{)/)
    expect(nodes.map((node) => JSON.parse(node))).toEqual([
      { display_as: 'llm_agent', origin: 'gift_desk', tools: ['storekeeper', 'cashier'] },
      { display_as: 'llm_agent', origin: 'storekeeper', tools: ['shelf_count'] },
      { display_as: 'coded_tool', origin: 'shelf_count', tools: [] },
      { display_as: 'llm_agent', origin: 'cashier', tools: ['price_quote'] },
      { display_as: 'coded_tool', origin: 'price_quote', tools: [] },
    ])
  })

  test('chats once: greeting, answer, returned private values, tokens, and a file of thoughts for each origin', () => {
    const [thinking, answer] = [join(home, 'thinking.txt'), join(home, 'answer.txt')]
    const said = cli(
      ...['--http', '--agent', 'basic/gift_desk', ...prompt(ASKED), '--user_id', 'ada'],
      ...['--sly_data', JSON.stringify(SLY), '--tokens'],
      ...['--thinking_file', thinking, '--response_output_file', answer],
    )
    expect(said).toContain('Helps a client of the shop to a gift.')
    expect(said).toContain(`Response from gift_desk:\n${ANSWER}`)
    expect(JSON.parse(/Returned sly_data is: (\{[^}]*\})/.exec(said)?.[1] ?? 'null')).toEqual({
      quote: expect.stringMatching(/^Q-c-1-/),
    })
    expect(JSON.parse(said.slice(said.indexOf('Token Accounting:') + 17))).toMatchObject({ successful_requests: 6 })
    expect(readFileSync(answer, 'utf8')).toBe(`${ANSWER}\n`)
    const thoughts = readdirSync(join(home, 'thinking')).sort()
    expect(thoughts).toEqual([
      'gift_desk',
      'gift_desk.cashier',
      'gift_desk.cashier.price_quote',
      'gift_desk.storekeeper',
      'gift_desk.storekeeper.shelf_count',
    ])
    const all = thoughts.map((name) => readFileSync(join(home, 'thinking', name), 'utf8')).join('\n')
    expect([all.includes('teapot'), all.includes(SLY.warehouse_token)]).toEqual([true, false])
  })

  test('goes on with the conversation and the private values that came back', () => {
    const { code, text: said } = runCli(
      ['--http', '--agent', 'basic/music_nerd_pro_sly', '--no_thinking_file', '--sly_data', '{"mine": 1}'],
      'Which band wrote Yellow Submarine?\nWhere are they from?\nquit\n',
    )
    expect(code).toBe(0)
    expect([...said.matchAll(/"running_cost": ([\d.]+)/g)].map((match) => match[1])).toEqual(['3.0', '6.0'])
    expect(said.indexOf('Liverpool')).toBeGreaterThan(said.indexOf('The Beatles'))
  })

  test('is content with the answer alone', () => {
    const said = cli(
      ...['--http', '--agent', 'basic/gift_desk', ...prompt(ASKED), '--minimal', '--no_thinking_file'],
      ...['--sly_data', JSON.stringify(SLY)],
    )
    expect(said).toContain('Response from agent network:\nYes, there is a teapot for you.')
  })

  test('chats over MCP, by the name that a network has there', () => {
    const said = cli(
      ...['--mcp', '--agent', 'basic/gift_desk', ...prompt(ASKED), '--no_thinking_file'],
      ...['--sly_data', JSON.stringify(SLY)],
    )
    expect(said).toContain('Yes, there is a teapot for you.')
  })

  test('is told that there is no such network', () => {
    const { code, text } = runCli(['--http', '--agent', 'basic/nobody', ...prompt(ASKED), '--no_thinking_file'])
    expect(code).not.toBe(0)
    expect(text).toContain('Did you misspell the agent')
  })
})

describe.skipIf(clients.nsflow === undefined)("[S-38] nsflow's backend", () => {
  let flow: ChildProcess
  let port = 0
  beforeAll(async () => {
    port = await freePort()
    flow = await startFlow(port)
  })
  afterAll(() => stopChild(flow))
  const at = (path: string) => `http://127.0.0.1:${port}/api/v1/${path}`
  const get = async (path: string) => (await fetch(at(path))).json()
  const post = (path: string, body: object) =>
    fetch(at(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('lists the networks', async () => {
    const { agents } = await get('list')
    expect(agents.map((one: { agent_name: string }) => one.agent_name).sort()).toEqual(NETWORKS)
  })

  test('draws a network: agents with depth and children, and an edge for every call', async () => {
    const { nodes, edges } = await get('connectivity/basic/gift_desk')
    const drawn = nodes.map(({ data }: { data: { label: string; depth: number; children: string[] } }) => [
      data.label,
      data.depth,
      data.children,
    ])
    expect(drawn.sort()).toEqual([
      ['cashier', 1, ['price_quote']],
      ['gift_desk', 0, ['storekeeper', 'cashier']],
      ['price_quote', 2, []],
      ['shelf_count', 2, []],
      ['storekeeper', 1, ['shelf_count']],
    ])
    expect(edges).toHaveLength(4)
  })

  test('shows connectivity and function as they are', async () => {
    expect(await get('basic/gift_desk/connectivity')).toEqual(await ofService('basic/gift_desk/connectivity'))
    expect(await get('basic/gift_desk/function')).toEqual(await ofService('basic/gift_desk/function'))
  })

  test('chats: once, as a stream passed on, and as its page does', async () => {
    const once = await post('oneshot/chat', { agent_name: 'basic/gift_desk', message: ASKED })
    expect(await once.json()).toEqual({ raw_response: { message: expect.stringContaining('there is a teapot') } })
    const body = { user_message: { type: 'HUMAN', text: ASKED }, sly_data: SLY }
    const streamed = await (await post('basic/gift_desk/streaming_chat', body)).text()
    expect(JSON.parse(streamed.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      response: { type: 'AGENT_FRAMEWORK', text: ANSWER, sly_data: { quote: expect.stringMatching(/^Q-c-1-/) } },
    })
    expect(talk('basic/gift_desk')).toMatchObject({ chat: [{ message: { type: 'AI', text: ANSWER } }] })
  })

  test('its other sockets hear the agents, the returned private values and the progress', () => {
    const { internalchat, slydata, progress } = talk('basic/gift_desk')
    const origins = internalchat.map(({ message }) => message.otrace?.join('.')).filter(Boolean)
    expect(new Set(origins)).toEqual(
      new Set([
        'gift_desk',
        'gift_desk.storekeeper',
        'gift_desk.storekeeper.shelf_count',
        'gift_desk.cashier',
        'gift_desk.cashier.price_quote',
      ]),
    )
    expect(JSON.stringify(internalchat)).not.toContain(SLY.warehouse_token)
    expect(slydata.at(-1)?.message.text).toMatchObject({ quote: expect.stringMatching(/^Q-c-1-/) })
    expect(progress.at(-1)?.message.text).toEqual({ looked_at: 'teapot' })
  })

  async function ofService(path: string): Promise<unknown> {
    return (await fetch(`${served.url}/api/v1/${path}`)).json()
  }

  interface Heard {
    readonly message: { readonly otrace?: readonly string[]; readonly text: unknown }
  }

  function talk(network: string): Readonly<Record<'chat' | 'internalchat' | 'slydata' | 'progress', readonly Heard[]>> {
    const script = join(import.meta.dirname, 'support/nsflow_chat.py')
    const args = [script, `127.0.0.1:${port}`, network, ASKED, JSON.stringify(SLY)]
    const { status, stdout, stderr } = spawnSync(clients.nsflow ?? '', args, { encoding: 'utf8', timeout: 120_000 })
    if (status !== 0) throw new Error(stderr.slice(-2000))
    return JSON.parse(stdout)
  }
})

/** nsflow's backend without its page, for the service. */
async function startFlow(port: number): Promise<ChildProcess> {
  const folder = newFolder()
  const args = ['-m', 'uvicorn', 'nsflow.backend.main:app', '--host', '127.0.0.1', '--port', String(port)]
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    NEURO_SAN_SERVER_HOST: '127.0.0.1',
    NEURO_SAN_SERVER_HTTP_PORT: String(served.port),
    NEURO_SAN_SERVER_CONNECTION: 'http',
    NSFLOW_CLIENT_ONLY: 'true',
    AGENT_MANIFEST_FILE: join(project, 'registries/manifest.hocon'),
    THINKING_FILE: join(folder, 'thinking.txt'),
  }
  const child = spawn(clients.nsflow ?? '', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.once('exit', () => removeFolder(folder))
  const said = listen(child)
  await vi.waitFor(
    () => {
      if (!said.text.includes('Uvicorn running')) throw new Error(said.text.slice(-2000))
    },
    { timeout: 120_000, interval: 200 },
  )
  return child
}

/** A one-shot question. */
function prompt(text: string): readonly string[] {
  const file = join(home, 'prompt.txt')
  writeFileSync(file, text)
  return ['--first_prompt_file', file, '--one_shot']
}

function cli(...args: readonly string[]): string {
  const { code, text } = runCli(args)
  if (code !== 0) throw new Error(text.slice(-2000))
  return text
}

function runCli(args: readonly string[], typed = ''): { readonly code: number | null; readonly text: string } {
  const call = ['-m', 'neuro_san.client.agent_cli', '--host', '127.0.0.1', '--port', String(served.port), ...args]
  const options = { cwd: home, input: typed, encoding: 'utf8', timeout: 150_000 } as const
  const env = { PATH: process.env.PATH, HOME: home, USER: 'ada' }
  const { status, stdout, stderr } = spawnSync(clients.agentCli ?? '', call, { ...options, env })
  return { code: status, text: status === 0 ? stdout : stdout + stderr }
}
