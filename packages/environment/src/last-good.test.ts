import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeFiles, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

let own: TestHosts
beforeAll(async () => {
  own = await startTestHosts()
})
afterAll(() => own.dispose())

const python = (name: string, answer: string, first = '') => `${first}
from neuro_san.interfaces.coded_tool import CodedTool
class ${name}(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "${answer}"
`
const typescript = (name: string, answer: string, first = '') => `${first}
export class ${name} { async asyncInvoke() { return '${answer}' } }
`
interface Language {
  text(name: string, answer: string, first?: string): string
  readonly lacks: RegExp
  readonly faults: readonly (readonly [fault: string, first: string, words: RegExp])[]
}
const languages: Record<'py' | 'ts', Language> = {
  py: {
    text: python,
    lacks: /has no class Prize/,
    faults: [
      ['an import that fails', 'import pandaz', /prize\.py:1: ModuleNotFoundError: No module named 'pandaz'/],
      ['a text that is no code', 'class (', /prize\.py:1: SyntaxError/],
    ],
  },
  ts: {
    text: typescript,
    lacks: /has no class "Prize"/,
    faults: [
      ['an import that fails', "import pandaz from 'pandaz'\npandaz()", /prize\.ts:1:.*Could not resolve "pandaz"/],
      ['an error while it loads', "if (true) throw new Error('gone')", /prize\.ts(:1: gone| fails to load: gone)/],
    ],
  },
}

describe.each(['py', 'ts'] as const)('a %s file with two faults, one after the other', (language) => {
  const { text, lacks, faults } = languages[language]
  const file = `coded_tools/prize.${language}`
  let runs = 0
  const setUp = (name: string, answer: string) => {
    const root = writeProject({ [file]: text(name, answer) })
    const ask = async (name: string) => {
      runs += 1
      const { reply } = await callTool(own.hosts, projectSources(root), `prize.${name}`, {
        run: `run_${language}_${runs}`,
      })
      return { reply, said: reply.ok ? reply.text : reply.failure.message }
    }
    return {
      root,
      ask,
      save: (name: string, said: string, first = '') => writeFiles(root, { [file]: text(name, said, first) }),
    }
  }

  test.each(faults)('a version without the class is none of it: %s', async (_fault, first, words) => {
    const { ask, save } = setUp('Prize', 'one')
    expect((await ask('Prize')).said).toBe('one')
    save('Price', 'two')
    expect((await ask('Prize')).said).toMatch(lacks)
    expect((await ask('Price')).said).toBe('two')
    save('Prize', 'three', first)
    const { reply, said } = await ask('Prize')
    expect(said).toBe('one')
    expect(reply.warnings).toEqual([expect.stringMatching(/its last version that did is used\. /)])
    expect(reply.warnings?.[0]).toMatch(words)
  })

  test.each(faults)(
    'where no version held the class, the fault of the present text is told: %s',
    async (_fault, first, words) => {
      const { ask, save } = setUp('Price', 'one')
      expect((await ask('Price')).said).toBe('one')
      expect((await ask('Prize')).said).toMatch(lacks)
      save('Prize', 'two', first)
      const { reply, said } = await ask('Prize')
      expect(reply).toMatchObject({ ok: false, failure: { code: 'class-not-found' } })
      expect(said).toMatch(language === 'py' ? new RegExp(words.source.replace(/^.*?: /, '')) : words)
      expect(said).toMatch(/prize\.(py|ts)/)
      expect(said).not.toMatch(lacks)
    },
  )
})

test('a process in which an older version answers for one class tells the fault of the file for another', async () => {
  const both = `${python('Price', 'one')}\n`
  const root = writeProject({ 'coded_tools/prize.py': both })
  const ask = (name: string, run: string) => callTool(own.hosts, projectSources(root), `prize.${name}`, { run })
  await ask('Price', 'run_both_1')
  writeFiles(root, { 'coded_tools/prize.py': `import pandaz\n${both}${python('Prize', 'two')}` })
  expect((await ask('Price', 'run_both_2')).reply).toMatchObject({ ok: true, text: 'one' })
  const { reply } = await ask('Prize', 'run_both_2')
  expect(reply.ok ? '' : reply.failure.message).toMatch(/prize fails to import at .*prize\.py:1: ModuleNotFoundError/)
})

test('an older version is told with what uses its file, and with nothing else', async () => {
  const uses = (name: string) => python(name, 'used', 'from shared.unit import UNIT')
  const root = writeProject({
    'coded_tools/shared/unit.py': 'UNIT = 1\n',
    'coded_tools/first.py': uses('First'),
    'coded_tools/second.py': uses('Second'),
    'coded_tools/third.py': python('Third', 'alone'),
  })
  const sources = projectSources(root, { pythonPath: [root, join(root, 'coded_tools')] })
  const warned = async (name: string, run: string) =>
    (await callTool(own.hosts, sources, `${name.toLowerCase()}.${name}`, { run })).reply.warnings
  for (const name of ['First', 'Second', 'Third']) expect(await warned(name, 'run_uses_1')).toBeUndefined()
  writeFiles(root, { 'coded_tools/shared/unit.py': 'import pandaz\nUNIT = 1\n' })
  for (const name of ['First', 'Second'])
    expect(await warned(name, 'run_uses_2')).toEqual([expect.stringContaining('shared/unit.py:1: ModuleNotFoundError')])
  expect(await warned('Third', 'run_uses_2')).toBeUndefined()
})

test('to load a TypeScript tool calls nothing, an older version neither', async () => {
  const first = "import { writeFileSync } from 'node:fs'"
  const tool = `${first}\nexport class Prize { async asyncInvoke() { writeFileSync('called', '1'); return 1 } }\n`
  const root = writeProject({ 'coded_tools/prize.ts': tool })
  const load = () => own.hosts.load(projectSources(root), 'prize.Prize', AbortSignal.timeout(20_000))
  expect(await load()).toMatchObject({ ok: true })
  writeFiles(root, { 'coded_tools/prize.ts': `${tool}throw new Error('gone')\n` })
  expect(await load()).toMatchObject({ ok: expect.any(Boolean) })
  expect(existsSync(join(root, 'called'))).toBe(false)
})
