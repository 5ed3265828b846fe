// What a person reads first when something of a project is broken: the true cause, where it is, and what to do. The commands run in
// this process, with the built hosts.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandLines, type Typed } from './support/command-lines.ts'

const lines = commandLines()
let project = ''
let made = 0

beforeEach(async () => {
  made += 1
  const folder = `desk${made}`
  expect(await run(['init', folder], { cwd: lines.home })).toMatchObject({ code: 0 })
  project = join(lines.home, folder)
})

const run = (args: readonly string[], typed: Typed = {}) => lines.runHere(args, { cwd: project, ...typed })

function put(path: string, text: string): void {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const firstLine = (text: string) => text.split('\n')[0]

const ENTRY = `
  { name = Greeter, instructions = "Greet.", function.description = "Greets people by their name."
    tools = ["greet", "part"] }
  { name = part, class = "part.Part", function.description = "Says goodbye to people." }`
const PART = 'class Part:\n    async def async_invoke(self, args, sly_data):\n        return "Goodbye"\n'
const network = (...more: readonly string[]) => `tools = [${ENTRY}\n${more.join('\n')}]\n`

/** Without the script that came with the project: it calls a tool that this network has not. */
function putNetwork(...more: readonly string[]): void {
  rmSync(join(project, 'registries/greeter.offline.json'))
  put('registries/greeter.hocon', network(...more))
}

/** A network with one tool that works, and one that is made of a function. */
function putFunctionTool(text: string): void {
  put('registries/greeter.hocon', network('  { name = greet, class = "greets.greet" }'))
  put(
    'coded_tools/part.py',
    PART.replace('class Part:', 'from neuro_san.interfaces.coded_tool import CodedTool\n\nclass Part(CodedTool):'),
  )
  put('coded_tools/greets.py', text)
}

const GREET =
  'from slyglass.tools import tool\n\n@tool\ndef greet(who: str) -> str:\n    """Greets somebody."""\n    return who\n'

describe('a tool whose file does not load', () => {
  test.each([
    ['a text that is no Python', GREET.replace('def greet(who', 'def greet((who'), /greets\.py.*line \d.*SyntaxError/],
    [
      'an import that fails',
      `import gone_away\n${GREET}`,
      /greets\.py:1.*ModuleNotFoundError: No module named 'gone_away'/,
    ],
  ])('%s: call names the file and the reason, and its neighbour can be called', async (_case, text, reason) => {
    putFunctionTool(text)
    const said = await run(['call', 'greeter/greet', 'who=Ada'])
    expect(firstLine(said.err)).toMatch(reason)
    expect(said.err).not.toContain('has no tools')
    expect(said.code).toBe(2)
    expect(await run(['call', 'part'])).toMatchObject({ code: 0, out: expect.stringContaining('Goodbye') })
    const chat = await run(['chat', '--message', 'hello'])
    expect(chat.err).toMatch(reason)
  })

  test('without Python call says so, and what to do', async () => {
    putFunctionTool(GREET)
    const said = await run(['call', 'greeter/greet', 'who=Ada'], { env: { SLYGLASS_PYTHON: '/nowhere/python' } })
    expect(firstLine(said.err)).toMatch(
      /greeter\.hocon:\d+:\d+ error python-missing .*SLYGLASS_PYTHON is \/nowhere\/python/,
    )
    expect(said.err).not.toContain('has no tools')
    expect(said.code).toBe(2)
  })

  test('a class that was never loaded is named by its line, first of all', async () => {
    put('coded_tools/guestbook.py', 'import gone_away\n\nclass Guestbook:\n    pass\n')
    for (const args of [
      ['call', 'Guestbook', 'guest=Ada'],
      ['chat', '--message', 'Please greet Ada.'],
    ]) {
      const { err } = await run(args)
      const line = err.split('\n').find((one) => !one.startsWith('…'))
      expect(line).toMatch(/^coded_tools\/guestbook\.py:1 ModuleNotFoundError: No module named 'gone_away'\..*install/)
    }
  })

  test('a chat that is answered by an older version says so', async () => {
    expect(await run(['chat', '--message', 'Please greet Ada.'])).toMatchObject({
      out: 'Welcome, Ada!\n',
      err: expect.not.stringContaining('older'),
    })
    put('coded_tools/guestbook.py', 'import gone_away\n\nclass Guestbook:\n    pass\n')
    for (const more of [[], ['--json']]) {
      const said = await run(['chat', '--message', 'Please greet Ada.', ...more])
      expect(said.out).toContain('Welcome, Ada!')
      expect(said.err).toMatch(/its last version that did is used\. .*guestbook\.py:1: ModuleNotFoundError/)
    }
  })
})

describe('a network that cannot run', () => {
  test.each([
    [
      'a name that is mistyped',
      ['tools = ["Guestbook"]', 'tools = ["Gustbook"]'],
      /:18:17 error unknown-reference .*Guestbook/,
    ],
    ['a brace too many', ['guest { type', 'guest {{ type'], /:\d+:\d+ error syntax-/],
    ['a brace that is missing', ['required = ["guest"]\n        }', 'required = ["guest"]'], /:\d+:\d+ error syntax-/],
    ['a value beside an object', ['type = object', 'type = object {'], /:\d+:\d+ error /],
  ])('%s: chat and call name it first, with its place', async (_case, [from, to], expected) => {
    const text = readFileSync(join(project, 'registries/greeter.hocon'), 'utf8')
    expect(text).toContain(from)
    put('registries/greeter.hocon', text.replace(from ?? '', to ?? ''))
    for (const args of [
      ['chat', 'greeter', '--message', 'x'],
      ['call', 'greeter/Guestbook', 'guest=Ada'],
    ]) {
      const said = await run(args)
      expect(said).toMatchObject({ out: '', code: 1 })
      expect(firstLine(said.err)).toMatch(expected)
      expect(firstLine(said.err)).toMatch(/^registries\/greeter\.hocon:/)
    }
    const tested = await run(['test'])
    expect(tested.out).toMatch(/registries\/greeter\.hocon:\d+:\d+: /)
  })

  test('a class that is not there is told before anything is said', async () => {
    put(
      'registries/greeter.hocon',
      network('  { name = greet, class = "gone.Greet", function.description = "Greets people nicely." }'),
    )
    put('coded_tools/part.py', PART)
    const said = await run(['chat', 'greeter', '--message', 'x'])
    expect(firstLine(said.err)).toMatch(/^registries\/greeter\.hocon:5:28 error class-not-found .*gone\.Greet/)
  })
})

describe('check', () => {
  const broken = () => {
    put('coded_tools/guestbook.py', '\nimport gone_away\n\nclass Guestbook:\n    pass\n')
  }

  test('loads the files of tools where the folder is trusted, and names what does not load', async () => {
    broken()
    const untrusted = await run(['check'])
    expect(untrusted).toMatchObject({ out: '', code: 0 })
    expect(untrusted.err).toContain('was not tried: the folder is not trusted')
    expect(JSON.parse((await run(['check', '--json'])).out)).toMatchObject({ notLoaded: [{ folder: project }] })
    mkdirSync(join(lines.home, 'data'), { recursive: true })
    writeFileSync(join(lines.home, 'data/trust.json'), JSON.stringify({ folders: [project] }))
    const trusted = await run(['check'])
    expect(trusted.out).toMatch(
      /^coded_tools\/guestbook\.py:2:1 error tool-not-loaded Guestbook .*ModuleNotFoundError.*install/,
    )
    expect(trusted).toMatchObject({ err: '1 error, 0 warnings, 0 hints in 2 files.\n', code: 1 })
    writeFileSync(join(lines.home, 'data/trust.json'), JSON.stringify({ folders: [] }))
  })

  test('[U-73] tells which variables a definition needs, until they are set; nothing else of its network is concerned', async () => {
    put('registries/greeter.hocon', network('  { name = greet, class = "greets.Greet" }'))
    put('coded_tools/part.py', PART)
    put(
      'coded_tools/greets.ts',
      `import { defineTool } from 'slyglass'
export const Greet = defineTool({ name: 'greet', description: 'Greets people.', env: ['GREETINGS_KEY'], execute: () => 1 })
`,
    )
    expect(await run(['check'])).toMatchObject({ out: '', code: 0 })
    mkdirSync(join(lines.home, 'data'), { recursive: true })
    writeFileSync(join(lines.home, 'data/trust.json'), JSON.stringify({ folders: [project] }))
    const said = await run(['check'])
    expect(said.out).toMatch(
      /^registries\/greeter\.hocon:5:\d+ warning variable-missing GREETINGS_KEY environment variable is required, so "greets\.Greet" is not offered\. .*\n$/,
    )
    expect(said).toMatchObject({ err: '0 errors, 1 warning, 0 hints in 2 files.\n', code: 0 })
    put('.env', 'GREETINGS_KEY=k-1\n')
    expect(await run(['check'])).toMatchObject({ out: '', code: 0 })
    writeFileSync(join(lines.home, 'data/trust.json'), JSON.stringify({ folders: [] }))
  })

  test('a file that stopped to load concerns its own tool, although others load in the same process', async () => {
    putNetwork('  { name = greet, class = "greets.Greet", function.description = "Greets people nicely." }')
    const tool = PART.replace(
      'class Part:',
      'from neuro_san.interfaces.coded_tool import CodedTool\nclass Part(CodedTool):',
    )
    put('coded_tools/part.py', tool)
    const greets = tool.replace('class Part', 'class Greet')
    put('coded_tools/greets.py', greets)
    expect(await run(['check', '--load'])).toMatchObject({ out: '', code: 0 })
    put('coded_tools/greets.py', `import gone_away\n${greets}`)
    const said = await run(['check', '--load'])
    expect(said.out).toMatch(/^\S+ error tool-not-loaded greet: .*greets\.py:1: ModuleNotFoundError.*\n$/)
    expect(said.code).toBe(1)
  })

  test('with --load it does so because it was asked to, in both languages, and nothing is called', async () => {
    putNetwork('  { name = greet, class = "greets.Greet", function.description = "Greets people nicely." }')
    put(
      'coded_tools/part.py',
      `${PART.replace('class Part:', 'class Part:\n    def __init__(self):\n        open("called", "w").close()\n')}`,
    )
    put(
      'coded_tools/greets.ts',
      'import gone from "gone-away"\nexport class Greet { async asyncInvoke() { return gone } }\n',
    )
    const said = await run(['check', '--load'])
    expect(said.out).toMatch(
      /^coded_tools\/greets\.ts:1:\d+ error tool-not-loaded greet .*Could not resolve "gone-away"/,
    )
    expect(said.code).toBe(1)
    put('coded_tools/greets.ts', 'export class Greet { async asyncInvoke() { return 1 } }\n')
    expect(await run(['check', '--load'])).toMatchObject({ out: '', code: 0 })
    expect(existsSync(join(project, 'called'))).toBe(false)
  })
})

describe('what can be typed next', () => {
  test('stands there as this program is called, whoever started it', async () => {
    const given = { program: 'npm run --silent slyglass --' }
    const made = await run(['init', 'other'], { ...given, cwd: lines.home })
    expect(made.out).toContain(
      'Try: npm run --silent slyglass -- chat greeter --message "Please greet Ada." --root other\n',
    )
    const tool = await run(['new', 'tool', 'get_time', '--root', 'other'], { ...given, cwd: lines.home })
    expect(tool.err).toContain(
      'Try it: npm run --silent slyglass -- call greeter/get_time inquiry=hello --root other\n',
    )
    const help = await run(['check', '--help'], given)
    expect(help.out).toMatch(/^Usage: npm run --silent slyglass -- check/)
  })

  test('a network may be left out where there is one, and where there are several they are listed', async () => {
    const made = await run(['new', 'tool', 'get_time'])
    expect(made).toMatchObject({ code: 0, out: 'coded_tools/get_time.py\nregistries/greeter.hocon\n' })
    put('registries/manifest.hocon', '{ "greeter.hocon" = true, "second.hocon" = true }')
    for (const args of [
      ['new', 'tool', 'get_date'],
      ['chat', '--message', 'x'],
    ]) {
      const said = await run(args)
      expect(said).toMatchObject({ out: '', code: 2 })
      expect(said.err).toMatch(/^Say which network is meant, .*\. There are: greeter, second\.\n$/)
    }
    put('registries/manifest.hocon', '{}')
    expect((await run(['new', 'tool', 'get_date'])).err).toContain('has no network')
    const lost = await run(['chat', 'nowhere', '--message', 'x'], { cwd: lines.home })
    expect(lost).toMatchObject({ out: '', code: 2 })
    expect(lost.err).toMatch(/^There is no network nowhere\. .* has no registries\/manifest\.hocon, .* --root names /)
  })

  test('a manifest that is not whole is told with its place, not as a project without networks', async () => {
    put('registries/manifest.hocon', '# Networks\n{ "greeter.hocon" = ')
    for (const args of [
      ['new', 'tool', 'get_date'],
      ['chat', 'greeter', '--message', 'x'],
    ]) {
      const said = await run(args)
      expect(said).toMatchObject({ out: '', code: 2 })
      expect(said.err).toMatch(
        /^registries\/manifest\.hocon:2:\d+: .+ Mend the manifest: the networks are read from it\.\n$/,
      )
    }
  })
})

describe('call --list', () => {
  test('lists tools and what MCP servers have, calls nothing, and says which server could not be asked', async () => {
    expect(await run(['call', '--list'])).toMatchObject({
      out: 'greeter/Guestbook  Writes a guest down and returns the greeting.\n',
      err: '',
      code: 0,
    })
    const text = readFileSync(join(project, 'registries/greeter.hocon'), 'utf8')
    put(
      'registries/greeter.hocon',
      text.replace('tools = ["Guestbook"]', 'tools = ["Guestbook", "http://127.0.0.1:1/mcp"]'),
    )
    const said = await run(['call', '--list', '--json'])
    expect(JSON.parse(said.out)).toMatchObject([
      {
        network: 'greeter',
        tools: [{ name: 'Guestbook' }],
        servers: [{ agent: 'Greeter', tools: [], problem: expect.any(String) }],
      },
    ])
    expect(said.code).toBe(1)
    expect((await run(['call', '--list'])).err).toMatch(/^http:\/\/127\.0\.0\.1:1\/mcp could not be asked: /)
    expect(await run(['call', '--list', '--network', 'none'])).toMatchObject({ code: 2 })
    expect((await run(['call'])).err).toContain('slyglass call --list lists them')
    // No server is asked for a name alone, so what servers have is not denied either.
    expect((await run(['call', 'read'])).err).toContain('Write NETWORK/TOOL, as for tools of MCP servers')
  })
})
