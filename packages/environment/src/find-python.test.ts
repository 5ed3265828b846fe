import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPython } from './find-python.ts'
import { hasBubblewrap } from './isolation.ts'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts } from './testing/start-test-hosts.ts'

/** A folder of fake interpreters, as a PATH. */
function programs(scripts: Record<string, string>): string {
  const folder = writeProject(scripts)
  for (const name of Object.keys(scripts)) chmodSync(join(folder, name), 0o755)
  return folder
}

const answers = (version: string) =>
  `#!/bin/sh\necho '{"version": [${version}], "command": "/opt/fake/python", "path": ["/opt/fake/lib"]}'\n`
const shim = '#!/bin/sh\necho "python3: command not found" >&2\nexit 127\n'

/** A folder in which the server stands and whose every file would leave a trace when it ran. */
function baitFolder(): { readonly folder: string; readonly ran: () => string } {
  const python = `open(__file__.rsplit('/', 1)[0] + '/ran', 'a').write(__file__)\n`
  const shell = '#!/bin/sh\necho "$0" >> "$(dirname "$0")/ran"\n'
  const modules = ['json', 'sys', 'site', 'sitecustomize', 'usercustomize', 'encodings', 'codecs', 'os', 'io', 're']
  const names = ['python3', 'python', 'bwrap', 'true']
  const folder = writeProject({
    ...Object.fromEntries(modules.map((name) => [`${name}.py`, python])),
    ...Object.fromEntries(names.map((name) => [name, shell])),
  })
  for (const name of names) chmodSync(join(folder, name), 0o755)
  const file = join(folder, 'ran')
  return { folder, ran: () => (existsSync(file) ? readFileSync(file, 'utf8') : '') }
}

describe('the search for Python', () => {
  test.each([
    ['as it is', `${process.env.PATH}`],
    ['that begins with the working folder', `.:${process.env.PATH}`],
    ['with an empty entry', `:${process.env.PATH}`],
  ])('runs nothing of the folder that the studio was started in, on a PATH %s', async (_, PATH) => {
    const { folder, ran } = baitFolder()
    const before = process.cwd()
    process.chdir(folder)
    try {
      await hasBubblewrap({ PATH })
      expect(await findPython({ env: { PATH, SLYGLASS_PYTHON: '' } })).toMatchObject({ found: true })
    } finally {
      process.chdir(before)
    }
    expect(ran()).toBe('')
  })

  test('runs candidates and passes over shims, strangers and old ones', async () => {
    const PATH = programs({
      python3: shim,
      'python3.13': '#!/bin/sh\necho hello\n',
      'python3.12': answers('3, 9, 1'),
      'python3.11': answers('3, 11, 4'),
    })
    expect(await findPython({ env: { PATH } })).toEqual({
      found: true,
      command: '/opt/fake/python',
      version: '3.11.4',
      path: ['/opt/fake/lib'],
    })
  })

  test("prefers the project's own environment", async () => {
    const projectRoot = writeProject({ '.venv/bin/python': answers('3, 12, 0') })
    chmodSync(join(projectRoot, '.venv/bin/python'), 0o755)
    const PATH = programs({ python3: answers('3, 10, 0') })
    expect(await findPython({ projectRoot, env: { PATH } })).toMatchObject({ version: '3.12.0' })
  })

  test('takes SLYGLASS_PYTHON alone, and says when that one does not run', async () => {
    const PATH = programs({ python3: answers('3, 11, 0') })
    const chosen = join(programs({ mine: answers('3, 13, 2') }), 'mine')
    expect(await findPython({ env: { PATH, SLYGLASS_PYTHON: chosen } })).toMatchObject({ version: '3.13.2' })
    const gone = await findPython({ env: { PATH, SLYGLASS_PYTHON: '/no/such/python' } })
    expect(gone).toMatchObject({
      found: false,
      hint: 'SLYGLASS_PYTHON is /no/such/python: not there. Correct or unset it.',
    })
  })

  test('tells what was tried and what to install, and looks again next time', async () => {
    const PATH = programs({ python3: shim, python: answers('2, 7, 18') })
    const search = await findPython({ env: { PATH } })
    expect(search).toMatchObject({ found: false, hint: expect.stringContaining('Install Python 3.10 or newer') })
    expect(search.found ? [] : search.tried).toEqual([
      { command: 'python3', problem: 'does not run (127)' },
      ...['python3.13', 'python3.12', 'python3.11', 'python3.10'].map((command) => ({ command, problem: 'not there' })),
      { command: 'python', problem: 'is 2.7.18, too old' },
    ])
    mkdirSync(join(PATH, 'later'))
    expect(await findPython({ env: { PATH } })).not.toBe(search)
  })
})

test('without Python a call says what is missing, and TypeScript tools run all the same', async () => {
  const sources = projectSources(
    writeProject({
      'coded_tools/py.py': 'from neuro_san.interfaces.coded_tool import CodedTool\nclass Where(CodedTool): pass\n',
      'coded_tools/ts.ts': "export class Here { async asyncInvoke() { return 'here' } }",
    }),
  )
  const own = await startTestHosts({ env: { PATH: programs({}) }, isolation: 'host' })
  const python = await callTool(own.hosts, sources, 'py.Where')
  expect(python.reply).toMatchObject({
    ok: false,
    text: 'Error: this tool needs Python, which is not installed here.',
    failure: { code: 'host-missing', message: expect.stringContaining('Install Python 3.10') },
  })
  expect((await callTool(own.hosts, sources, 'ts.Here')).reply).toMatchObject({ ok: true, text: 'here' })
  await own.dispose()
})
