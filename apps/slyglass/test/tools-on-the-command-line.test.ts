// Tools on the command line: one called alone, a new one, and the tests of a sample. The commands run in this process, with the
// built hosts; what the program adds as a process is tried elsewhere.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callTool } from '../src/commands/calling/call-tool.ts'
import { launchProject } from '../src/commands/launch.ts'
import { commandLines } from './support/command-lines.ts'
import { callsThenWords, newFolder, putFiles, removeFolder, SAMPLES } from './support/folders.ts'

const lines = commandLines()
const run = lines.runHere

/** What the page would list. */
async function runsOf() {
  const launched = await launchProject('.', lines.io())
  if (!launched.ok) throw new Error(launched.error)
  const rows = await launched.value.studio.store.list({ limit: 1_000 })
  await launched.value.close()
  return rows
}

describe('slyglass call', () => {
  test('[N-85] calls one tool without a model, and tells which private values it changed', async () => {
    const said = await run(['call', 'greeter/Guestbook', 'guest=Ada', '--sly-data', '{"guests": 41}'])
    expect(said.out).toContain('A model reads:\n  Welcome, Ada!\n')
    expect(said.out).toContain('Private values: guests (set)')
    expect(said.out).toContain('coded_tools/guestbook.py')
    expect(said.code).toBe(0)
    expect((await run(['call', 'Guestbook', '{"guest": "Grace"}'])).out).toContain('Welcome, Grace!')
  })

  test('[U-64] repeats a call and tells its times', async () => {
    const said = await run(['call', 'Guestbook', '--network', 'greeter', 'guest=Ada', '--repeat', '4'])
    expect(said.out).toMatch(/4 calls: average \d+\.\d\d ms, p50 \d+ ms, p95 \d+ ms\n$/)
    const json = JSON.parse((await run(['call', 'Guestbook', 'guest=Ada', '--repeat', '4', '--json'])).out)
    expect(json).toMatchObject({ outcome: 'ok', times: { iterations: 4 } })
    expect(json.calls).toHaveLength(4)
    expect(json.calls[0]).toMatchObject({ outcome: 'ok', changed: ['guests'], value: '"Welcome, Ada!"' })
  })

  test('[B-54] carries out a command as a chat would, by its own words or the shell’s', async () => {
    const calculator = join(SAMPLES, 'calculator')
    const typed = (...words: string[]) => run(['call', ...words], { cwd: calculator })
    expect(await typed(',math.add a=2 b=3')).toMatchObject({ code: 0, out: expect.stringMatching(/(^|\n)5\n$/) })
    expect((await typed(',math.add', '2', '3')).out).toMatch(/(^|\n)5\n$/)
    expect(await typed(',math.divide 7 0')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\nnothing can be divided by zero\n$/),
    })
    expect(JSON.parse((await typed(',table 7', '--json')).out)).toMatchObject({
      outcome: 'ok',
      output: expect.stringContaining('10 × = 70'),
    })
    expect((await typed(',nothing')).err).toContain('bash tool is not available')
    expect((await run(['call', ',help'])).code).toBe(0)
  })

  test('[B-54] a line of a chat that begins so is a command, and the conversation goes on without it', async () => {
    const calculator = join(SAMPLES, 'calculator')
    const said = await run(['chat', 'calculator', '--message', ',math.add a=2 b=3'], { cwd: calculator })
    expect(said).toMatchObject({ code: 0, out: '5\n' })
  })

  test('messages of one chat are runs of one session', async () => {
    const known = new Set((await runsOf()).map(({ run: id }) => id))
    const said = await run(['chat', 'greeter', '--message', 'Hello, I am Ada', '--message', 'And who am I?'])
    expect(said.code).toBe(0)
    const made = (await runsOf()).filter(({ run: id }) => !known.has(id))
    expect(made).toHaveLength(2)
    expect(new Set(made.map(({ session }) => session)).size).toBe(1)
  })

  test('a call that goes wrong says so, and used wrongly it says what there is', async () => {
    const failed = await run(['call', 'Guestbook'])
    expect(failed.out).toContain('A model reads:\n  ')
    expect(failed.code).toBe(1)
    for (const wrong of [
      ['nothing'],
      ['Greeter'],
      ['greeter/Greeter'],
      ['Guestbook', 'guest'],
      ['Guestbook', '--repeat', '0'],
    ])
      expect(await run(['call', ...wrong])).toMatchObject({ out: '', code: 2 })
    expect((await run(['call', 'nothing'])).err).toContain('there are the networks greeter')
  })

  test('[U-65] a stand-in answers, and what needs a person is denied where there is none', async () => {
    const file = join(lines.project, 'registries/greeter.hocon')
    const before = readFileSync(file, 'utf8')
    const withStudio = (studio: string) =>
      writeFileSync(file, before.replace('  tools = [', `  ${studio}\n  tools = [`))
    withStudio('studio { mocks { Guestbook { result { said = hello, times = 2.0 } } } }')
    const mocked = await run(['call', 'Guestbook', 'guest=Ada'])
    expect(mocked.out).toContain('Rendered:\n  said   hello\n  times  2.0\n')
    expect(mocked.out).toContain('a stand-in of the network answered')
    withStudio('studio { permissions { approval_required = [Guestbook] } }')
    const denied = await run(['call', 'Guestbook', 'guest=Ada'])
    expect(denied.out).toContain('Denied (rejected)')
    expect(denied.code).toBe(1)
    writeFileSync(file, before)
  })

  test('[U-65] what needs a person, where nobody can be asked, is told with its rule, its place and the way out', async () => {
    const file = join(lines.project, 'registries/greeter.hocon')
    const before = readFileSync(file, 'utf8')
    const studio = 'studio { permissions { approval_required = [Guestbook] } }'
    writeFileSync(file, before.replace('  tools = [', `  ${studio}\n  tools = [`))
    const why =
      /registries\/greeter\.hocon:\d+:\d+ Guestbook is called only when a person agrees, because it is in permissions\.approval_required\. Nobody could be asked here, so it was refused\./
    const called = await run(['call', 'Guestbook', 'guest=Ada'])
    expect(called.err).toMatch(why)
    expect(called.err).toContain('Call it from a terminal')
    const typed = await run(['call', ',Guestbook guest=Ada', '--network', 'greeter', '--json'])
    expect(typed.err).toMatch(why)
    const said = await run(['chat', 'greeter', '--message', 'Hello, I am Ada'])
    expect(said.err).toMatch(why)
    expect(said.err).toContain('Leave --message away')
    writeFileSync(file, before)
    expect((await run(['call', 'Guestbook', 'guest=Ada'])).err).not.toContain('a person')
  })
})

const SHOP = {
  'registries/manifest.hocon': '{ "shop.hocon" = true, "till.hocon" = true }',
  'registries/shop.hocon': `{ tools = [
  { name = clerk, instructions = "Ask the till.", function.description = "Sells.", tools = ["/till", relay, broker] }
  { name = broker, instructions = "Ask the till.", function { description = "Asks.", parameters { type = object, properties { inquiry { type = string } } } }, tools = ["/till"] }
  { name = relay, class = "relay.Relay", function.description = "Asks a broker." }
] }`,
  'registries/shop.offline.json': JSON.stringify({
    rules: callsThenWords([{ name: '__till', arguments: { inquiry: 'pay' } }], 'It said: {{tool}}', {}),
  }),
  'registries/till.hocon': `{
  studio { permissions { approval_required = [pay] } }
  tools = [
    { name = cashier, instructions = "Use pay.", function.description = "Takes money.", tools = [pay] }
    { name = pay, function.description = "Pays.", class = "relay.Pay" }
  ]
}`,
  'registries/till.offline.json': JSON.stringify({
    rules: callsThenWords([{ name: 'pay', arguments: { coins: 3 } }], '{{tool}}', {}),
  }),
  'coded_tools/relay.ts': `import { defineTool } from 'slyglass'
export class Pay { async asyncInvoke() { return 'paid three coins' } }
export const Relay = defineTool({ name: 'relay', description: 'Asks a broker.',
  execute: (_args, ctx) => ctx.callTool('broker', { inquiry: 'pay' }) })`,
}

describe('a question that stands in the run of another network', () => {
  const shop = newFolder()
  putFiles(shop, SHOP)
  afterAll(() => removeFolder(shop))
  const why =
    /registries\/till\.hocon:2:\d+ pay of the network till is called only when a person agrees, because it is in permissions\.approval_required\. Nobody could be asked here, so it was refused\./

  test.each([
    ['a chat', ['chat', 'shop', '--message', 'I pay'], 'Leave --message away'],
    ['a call', ['call', 'shop/relay'], 'Call it from a terminal'],
  ])('[U-65] is told with its network, its rule and the way out: %s', async (_of, words, remedy) => {
    const said = await run(words, { cwd: shop })
    expect(said.err).toMatch(why)
    expect(said.err.match(/Nobody could be asked/g)).toHaveLength(1)
    expect(said.err).toContain(remedy)
  })

  test('[U-85] is asked where a person calls', async () => {
    const launched = await launchProject(shop, lines.io())
    if (!launched.ok) throw new Error(launched.error)
    const network = await launched.value.studio.networks.read(launched.value.project, 'shop')
    if (network === undefined) throw new Error('there is no shop')
    const asked: string[] = []
    const called = await callTool({
      ...{ launched: launched.value, network, tool: 'relay', args: new Map() },
      ...{ sly: new Map(), times: 1, signal: new AbortController().signal },
      ask: async ({ tool, args }) => {
        asked.push(`${tool} ${args}`)
        return { decision: 'approve' }
      },
    })
    expect(asked).toEqual(['pay {"coins":3}'])
    expect(called.calls).toMatchObject([{ outcome: 'ok', text: expect.stringContaining('paid three coins') }])
    await launched.value.close()
  })
})

describe('slyglass new tool', () => {
  test.each([
    ['get_weather', 'python', 'coded_tools/get_weather.py'],
    ['ask-museum', 'typescript', 'coded_tools/ask_museum.ts'],
  ])('[N-46] writes %s in %s with its entry and its mention, and it runs at once', async (name, language, file) => {
    const network = join(lines.project, 'registries/greeter.hocon')
    const before = readFileSync(network, 'utf8')
    const made = await run(['new', 'tool', name, '--network', 'greeter', '--language', language])
    expect(made).toMatchObject({ out: `${file}\nregistries/greeter.hocon\n`, code: 0 })
    expect(made.err).toContain(`Greeter calls ${name} now.`)
    expect(made.err).toContain(
      `registries/greeter.offline.json decides what the offline model calls: it needs a rule for ${name}.`,
    )
    expect(readFileSync(network, 'utf8')).toContain(`tools = ["Guestbook", "${name}"]`)
    expect(await run(['check', '.'])).toMatchObject({ out: '', code: 0 })
    const called = await run(['call', `greeter/${name}`, 'inquiry=hello'])
    expect(called.out).toContain(`A model reads:\n  ${name} was asked: hello\n`)
    expect(called.code).toBe(0)
    writeFileSync(network, before)
  })

  test('[N-46] a slip in the name of an argument is told, and nothing is called', async () => {
    const said = await run(['call', 'greeter/Guestbook', 'guest=Ada', 'color=red'])
    expect(said).toMatchObject({ out: '', err: 'The tool has no parameter color. It has: guest.\n', code: 2 })
    expect((await run(['call', 'greeter/Guestbook', 'guest=Ada', 'guest=Bob'])).code).toBe(2)
  })

  test('[N-46] overwrites nothing, and changes nothing then', async () => {
    const network = join(lines.project, 'registries/greeter.hocon')
    const before = readFileSync(network, 'utf8')
    expect(await run(['new', 'tool', 'get_weather', '--network', 'greeter'])).toMatchObject({ out: '', code: 1 })
    expect((await run(['new', 'tool', 'Guestbook', '--network', 'greeter'])).err).toContain('there already')
    expect((await run(['new', 'tool', 'x', '--network', 'greeter', '--agent', 'nobody'])).code).toBe(1)
    expect((await run(['new', 'tool', 'x', '--network', 'nobody'])).code).toBe(2)
    expect((await run(['new', 'tool', 'a b', '--network', 'greeter'])).code).toBe(2)
    expect((await run(['new', 'tool', 'x', '--network', 'greeter', '--language', 'cobol'])).code).toBe(2)
    expect(readFileSync(network, 'utf8')).toBe(before)
  })
})

describe('the weather sample', () => {
  test('[U-61] runs unit tests of tools in both languages, in one summary and one report', async () => {
    const report = join(lines.home, 'units.xml')
    const at = { cwd: join(SAMPLES, 'studio') }
    const said = await run(['test', 'coded_tools', '--junit', report], at)
    expect(said.out).toContain('passed coded_tools/basic/weather.test.ts: get_weather > says what is missing\n')
    expect(said.out).toContain('passed coded_tools/basic/test_forecast.py: ForecastTest.test_says_what_is_missing\n')
    expect(said.out).toMatch(/\n12 passed, 0 failed\n$/)
    expect(readFileSync(report, 'utf8')).toContain('tests="12" failures="0"')
    const one = await run(['test', 'coded_tools/basic/test_forecast.py', '--json'], at)
    expect(JSON.parse(one.out)).toHaveLength(3)
  })

  test('[U-61] the weather tools answer, and name what is missing', async () => {
    const at = { cwd: join(SAMPLES, 'studio') }
    for (const tool of ['weather/get_weather', 'weather/get_forecast']) {
      expect((await run(['call', tool, 'location=Paris'], at)).out).toContain('Paris')
      for (const args of [['location='], []]) expect((await run(['call', tool, ...args], at)).out).toContain('location')
    }
    expect((await run(['call', 'weather/get_weather'], at)).code).toBe(1)
  })

  test('[U-63] asked for the weather in Tokyo, the scripted model calls the tool and answers with it', async () => {
    const args = ['chat', 'basic/weather', '--message', "What's the weather in Tokyo?", '--json']
    const said = await run(args, { cwd: join(SAMPLES, 'studio') })
    const lines = said.out.trimEnd().split('\n')
    expect(lines.some((line) => JSON.parse(line).structure?.invoked_agent_name === 'get_weather')).toBe(true)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ text: expect.stringContaining('Tokyo') })
  })
})

describe('a call that needs a person', () => {
  test('[U-85] goes through with the arguments that the person agreed to, or not at all', async () => {
    const file = join(lines.project, 'registries/greeter.hocon')
    const before = readFileSync(file, 'utf8')
    const rules = 'studio { permissions { approval_required = [Guestbook] } }'
    writeFileSync(file, before.replace('  tools = [', `  ${rules}\n  tools = [`))
    const io = lines.io()
    const launched = await launchProject(undefined, io)
    if (!launched.ok) throw new Error(launched.error)
    const network = await launched.value.studio.networks.read(launched.value.project, 'greeter')
    if (network === undefined) throw new Error('there is no greeter')
    const asked: string[] = []
    const call = (decision: Awaited<ReturnType<NonNullable<Parameters<typeof callTool>[0]['ask']>>>) =>
      callTool({
        ...{ launched: launched.value, network, tool: 'Guestbook', args: new Map([['guest', 'Ada']]) },
        ...{ sly: new Map(), times: 1, signal: new AbortController().signal },
        ask: async ({ tool, args }) => {
          asked.push(`${tool} ${args}`)
          return decision
        },
      })
    const edited = await call({ decision: 'edit', args: '{"guest":"Grace"}' })
    expect(edited.calls).toMatchObject([{ outcome: 'ok', text: 'Welcome, Grace!' }])
    const rejected = await call({ decision: 'reject' })
    expect(rejected.calls).toMatchObject([{ outcome: 'denied', failure: { code: 'rejected' } }])
    expect(asked).toEqual(['Guestbook {"guest":"Ada"}', 'Guestbook {"guest":"Ada"}'])
    await launched.value.close()
    writeFileSync(file, before)
  })
})
