import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPython } from './find-python.ts'
import { listPythons } from './list-pythons.ts'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts } from './testing/start-test-hosts.ts'

const env = { PATH: process.env.PATH, HOME: process.env.HOME }

const answers = (version: string, packages = '{}') =>
  `#!/bin/sh\necho '{"version": [${version}], "command": "'$0'", "isVirtual": false, "packages": ${packages}}'\n`

function program(name: string, text: string): string {
  const file = join(writeProject({ [name]: text }), name)
  chmodSync(file, 0o755)
  return file
}

function virtualEnvironment(): string {
  const folder = join(writeProject({}), 'own')
  execFileSync('python3', ['-m', 'venv', '--without-pip', folder])
  return folder
}

test('interpreters are listed in the order in which they would be used, with their packages', async () => {
  const chosen = program('mine', answers('3, 12, 4', '{"debugpy": "1.8.0"}'))
  const named = program('named', answers('3, 11, 2'))
  const root = writeProject({ '.venv/bin/python': answers('3, 13, 0') })
  chmodSync(join(root, '.venv/bin/python'), 0o755)
  const listed = await listPythons({ projectRoot: root, env: { ...env, SLYGLASS_PYTHON: named }, chosen })
  expect(listed.slice(0, 3)).toEqual([
    { origin: 'chosen', command: chosen, version: '3.12.4', isVirtual: false, packages: { debugpy: '1.8.0' } },
    { origin: 'SLYGLASS_PYTHON', command: named, version: '3.11.2', isVirtual: false, packages: {} },
    {
      origin: 'project',
      command: join(root, '.venv/bin/python'),
      version: '3.13.0',
      isVirtual: false,
      packages: {},
    },
  ])
  const others = listed.slice(3)
  expect(others.length).toBeGreaterThan(0)
  expect(others.every((one) => one.origin === 'PATH' && one.version !== undefined)).toBe(true)
  expect(new Set(listed.map(({ command }) => command)).size).toBe(listed.length)
})

test.each([
  ['/no/such/python', 'is not there'],
  [program('old', answers('3, 9, 9')), 'is 3.9.9, too old: 3.10 is the oldest'],
  [program('broken', '#!/bin/sh\nexit 3\n'), 'does not run'],
  [program('stranger', '#!/bin/sh\necho hello\n'), 'answers something else than its version'],
])('a choice that cannot be used says why: %s', async (chosen, problem) => {
  const [first] = await listPythons({ env, chosen })
  expect(first).toMatchObject({ origin: 'chosen', command: chosen, problem })
})

test('without a trusted folder nothing of it is started', async () => {
  const root = writeProject({ '.venv/bin/python': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n' })
  chmodSync(join(root, '.venv/bin/python'), 0o755)
  const listed = await listPythons({ env })
  expect(listed.some(({ origin }) => origin === 'project')).toBe(false)
  expect(existsSync(join(root, '.venv/bin/ran'))).toBe(false)
})

test('tools run in the virtual environment that was chosen by its folder, and a wrong choice is not replaced', async () => {
  const folder = virtualEnvironment()
  const [first] = await listPythons({ env, chosen: folder })
  expect(first).toMatchObject({ origin: 'chosen', isVirtual: true, command: join(folder, 'bin/python') })
  const root = writeProject({
    'coded_tools/where.py':
      'import sys\nfrom neuro_san.interfaces.coded_tool import CodedTool\nclass Where(CodedTool):\n    async def async_invoke(self, args, sly_data):\n        return sys.prefix\n',
  })
  let chosen = folder
  const own = await startTestHosts({ python: () => chosen })
  const ask = (run: string) => callTool(own.hosts, projectSources(root), 'where.Where', { run })
  expect((await ask('run_a')).reply.text).toBe(folder)
  chosen = '/no/such/python'
  const { reply } = await ask('run_b')
  expect(reply).toMatchObject({ ok: false, failure: { code: 'host-missing' } })
  expect(reply.ok ? '' : reply.failure.message).toContain('The interpreter chosen in Settings is /no/such/python')
  expect(await findPython({ env, chosen: folder })).toMatchObject({ found: true, command: join(folder, 'bin/python') })
  await own.dispose()
})
