import { afterAll, expect, test } from 'vitest'
import { createCommandFolder } from './testing/run-command.ts'

const folder = createCommandFolder()
afterAll(folder.remove)
folder.put({
  'registries/manifest.hocon': '"desk.hocon" = true\n"other.hocon" = true\n',
  'registries/desk.hocon': `tools = [
  { name = desk, instructions = x, function.description = y, tools = [worker, "/other", nobody] }
  { name = worker, class = "work.Work", function.description = z }
]`,
})

test('a graph is the entries in order, and the edges between them', async () => {
  const { out, err, code } = await folder.run('graph', 'registries/desk.hocon', '--json')
  const file = 'registries/desk.hocon'
  expect(JSON.parse(out.join('\n'))).toEqual({
    network: 'desk',
    diagnostics: [],
    file,
    frontMan: 'desk',
    entries: [
      { name: 'desk', kind: 'agent', isFrontMan: true, file, line: 2, column: 12 },
      { name: 'worker', kind: 'coded-tool', isFrontMan: false, class: 'work.Work', file, line: 3, column: 12 },
    ],
    edges: [
      { from: 'desk', to: 'worker', kind: 'tools', target: 'entry' },
      { from: 'desk', to: '/other', kind: 'tools', target: 'network' },
      { from: 'desk', to: 'nobody', kind: 'tools', target: 'missing' },
    ],
  })
  expect({ err, code }).toEqual({ err: [], code: 0 })
})

test('for people it is an outline', async () => {
  expect((await folder.run('graph', 'registries/desk.hocon')).out).toEqual([
    'desk',
    '  desk (front man)',
    '    → worker',
    '    → /other (network)',
    '    → nobody (missing)',
    '  worker (coded tool)',
  ])
})

test('a text that cannot be read gives what stands in the rest of it, and 1', async () => {
  const input = 'tools = [ { name = a, instructions = x }, { name = b, instructions = ] }\n{ name = c } ]'
  const { out, err, code } = await folder.runWith({ input }, 'graph', '-', '--json')
  expect(JSON.parse(out.join('\n')).entries.map(({ name }: { name: string }) => name)).toContain('a')
  expect(err[0]).toMatch(/^<stdin>:1:\d+ error syntax-/)
  expect(code).toBe(1)
})

test('a file that is no network says so, and ends with 1', async () => {
  expect(await folder.run('graph', 'registries/manifest.hocon')).toEqual({
    out: ['manifest'],
    err: ['registries/manifest.hocon:1:1 error no-tools this file has no list named tools, so it is no network yet'],
    code: 1,
  })
})
