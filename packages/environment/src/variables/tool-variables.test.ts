// Secrets of a project reach the tools that they are declared for, and no others: real processes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from '../testing/index.ts'
import { startTestHosts, type TestHosts } from '../testing/start-test-hosts.ts'
import { secretNames, withoutSecrets } from './secret-names.ts'

describe('a variable of a project', () => {
  test.each([
    ['WEATHER_API_KEY', 'x', true],
    ['DB_PASSWORD', 'x', true],
    ['db_pass', 'x', true],
    ['GITHUB_TOKEN', 'x', true],
    ['DATABASE_URL', 'postgres://me:word@db/x', true],
    ['OTHER', 'ghp_0123456789', true],
    ['KEYBOARD', 'de', false],
    ['COMPASS', 'north', false],
    ['CITY', 'Oslo', false],
    ['SERVICE_URL', 'https://api.example/x', false],
    ['EMPTY_TOKEN', '', false],
  ])('[U-26] %s=%s is a secret: %s', (name, value, expected) => {
    expect(secretNames({ [name]: value })).toEqual(expected ? [name] : [])
    expect(Object.keys(withoutSecrets({ [name]: value, CITY: 'Oslo' })).includes(name)).toBe(
      !expected || name === 'CITY',
    )
    expect(withoutSecrets({ [name]: value }, [name])).toEqual({ [name]: value })
  })
})

const LOOKS = `
import { defineTool } from 'slyglass'
const all = () => Object.keys(process.env).filter((name) => /^(ONE|TWO|CITY|SHARED)/.test(name)).sort().join(' ')
export const One = defineTool({ name: 'one', env: ['ONE' + '_API_KEY'], execute: (_args: object, ctx: any) => all() + ' | ' + Object.keys(ctx.env) })
export const None = defineTool({ name: 'none', execute: () => all() })
`
const CLASSES = {
  'coded_tools/looks.ts': LOOKS,
  'coded_tools/helped.ts': `import { key } from './keys.ts'
export class Helped { asyncInvoke() { return key() + ' ' + (process.env[['ONE', 'API', 'KEY'].join('_')] ?? 'none') } }`,
  'coded_tools/keys.ts': 'export const key = () => process.env.TWO_TOKEN',
  'coded_tools/py.py': `import os
from neuro_san.interfaces.coded_tool import CodedTool
from coded_tools.own import helper

class Py(CodedTool):
    def invoke(self, args, sly_data):
        return " ".join(sorted(name for name in os.environ if name.startswith(("ONE", "TWO", "CITY", "SHARED"))))

class Needs(CodedTool):
    def invoke(self, args, sly_data):
        return os.environ["_".join(["ONE", "API", "KEY"])]
`,
  'coded_tools/own/__init__.py': '',
  'coded_tools/own/helper.py': 'import os\nTOKEN = os.environ.get("TWO_TOKEN")\n',
}
const VARIABLES = { ONE_API_KEY: 'k-one-1', TWO_TOKEN: 't-two-2', CITY: 'Oslo', SHARED_URL: 'https://x.example' }

let own: TestHosts
const sources = projectSources(writeProject(CLASSES))
beforeAll(async () => {
  own = await startTestHosts({ projectEnv: () => VARIABLES })
})
afterAll(() => own.dispose())
const ask = async (name: string, variables?: readonly string[]) => {
  const given = variables === undefined ? sources : { ...sources, variables }
  return (await callTool(own.hosts, given, name, { run: 'run_one' })).reply
}

describe('what a tool finds in the environment of its process', () => {
  test('[U-73] a definition gets what it declares; another one of the same file, and of the same run, does not', async () => {
    expect((await ask('looks.One', ['ONE_API_KEY'])).text).toBe('CITY ONE_API_KEY SHARED_URL | ONE_API_KEY')
    expect((await ask('looks.None', [])).text).toBe('CITY SHARED_URL')
  })

  test('[U-73] a definition tells what it needs although nothing was handed to it, and what is missing', async () => {
    const told = await own.hosts.describe(sources, 'looks.One', new AbortController().signal)
    expect(JSON.parse(told ?? '{}')).toMatchObject({ env: ['ONE_API_KEY'], missing: [] })
  })

  test('[U-26] a class gets what its source names, and the files that it imports', async () => {
    expect((await ask('helped.Helped')).text).toBe('t-two-2 none')
    expect((await ask('py.Py')).text).toBe('CITY SHARED_URL TWO_TOKEN')
  })

  test('[U-26] what the network writes counts in place of that', async () => {
    expect((await ask('py.Py', ['ONE_API_KEY', 'GONE'])).text).toBe('CITY ONE_API_KEY SHARED_URL')
    expect((await ask('py.Py', [])).text).toBe('CITY SHARED_URL')
  })

  test('[U-26] a failure over a secret that was kept back says what to write', async () => {
    const reply = await ask('py.Needs')
    expect(reply).toMatchObject({ ok: false, warnings: [expect.stringContaining('studio.uses.env = ["ONE_API_KEY"]')] })
    expect(JSON.stringify(reply)).not.toContain('k-one-1')
  })
})
