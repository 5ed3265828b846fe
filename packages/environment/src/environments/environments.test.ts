// One contract for every kind of environment: who works in one of them works in all.
import { mkdtempSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, readStream } from '@slyglass/tools/define'
import { memoryEnvironment } from '@slyglass/tools/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CodeCells, createCodePort } from '../code/create-code-port.ts'
import { createMeans } from '../sandbox/find-means.ts'
import { devAssets, projectSources } from '../testing/index.ts'
import { comesTrue, processesWith } from '../testing/processes.ts'
import { HostEnvironment } from './host-environment.ts'
import { runCodeWith } from './run-code-with.ts'

const { bwrap } = await createMeans({ env: process.env })()
const TIMEOUT = 180_000
let code: CodeCells
beforeAll(async () => {
  code = createCodePort({ assets: await devAssets(), env: process.env })
}, TIMEOUT)
afterAll(() => code.dispose())

const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-environment-')))
const env = { ...process.env, OPENAI_API_KEY: 'sk-of-the-server' }
const runCodeIn = (folder: string, isolation: 'auto' | 'bwrap') =>
  runCodeWith(code, projectSources(folder, { environment: { sandbox: isolation, network: 'on', workspace: '.' } }))

const KINDS: readonly (readonly [Environment['kind'], (workspace?: null) => Environment])[] = [
  [
    'local',
    (none) => {
      const folder = newFolder()
      const runCode = (text: string, host: Parameters<Environment['runCode']>[1]) =>
        runCodeIn(folder, 'auto')(text, host)
      return new HostEnvironment({ env, runCode, ...(none !== null && { workspace: folder }) })
    },
  ],
  ...(bwrap
    ? ([
        [
          'sandboxed',
          (none?: null) => {
            const folder = newFolder()
            const box = { projectRoot: folder, network: 'on', hide: [] } as const
            const runCode = (text: string, host: Parameters<Environment['runCode']>[1]) =>
              runCodeIn(folder, 'bwrap')(text, host)
            return new HostEnvironment({ env, box, runCode, ...(none !== null && { workspace: folder }) })
          },
        ],
      ] as const)
    : []),
  [
    'memory',
    (none) => {
      const sources = projectSources(newFolder())
      const runCode = (text: string, host: Parameters<Environment['runCode']>[1]) =>
        runCodeWith(code, sources)(text, { ...host, language: 'javascript' })
      return memoryEnvironment({ runCode, ...(none === null && { workspace: null }) })
    },
  ],
]

describe.each(KINDS)('[B-52] an environment that is %s', { timeout: TIMEOUT }, (kind, make) => {
  const made: Environment[] = []
  const open = (workspace?: null) => {
    const environment = make(workspace)
    made.push(environment)
    return environment
  }
  afterEach(async () => {
    await Promise.all(made.splice(0).map((environment) => environment.close()))
  })

  const run = async (environment: Environment, ...asked: Parameters<Environment['spawn']>) => {
    const program = await environment.spawn(...asked)
    await program.closeInput()
    const [out, err, exit] = await Promise.all([readStream(program.stdout), readStream(program.stderr), program.wait()])
    return { out, err, exit }
  }

  test('says of which kind it is', () => {
    expect(open().kind).toBe(kind)
  })

  test('[B-47] takes a text as a line of the shell', async () => {
    expect(await run(open(), 'echo out && echo err >&2; exit 3')).toEqual({ out: 'out\n', err: 'err\n', exit: 3 })
  })

  test('[B-47] takes a list as a program with its arguments, as they are', async () => {
    const { out, exit } = await run(open(), ['echo', 'a  b', '$HOME', ';', '"'])
    expect({ out, exit }).toEqual({ out: 'a  b $HOME ; "\n', exit: 0 })
  })

  test('[B-47] begins in the workspace, or in the folder that is named', async () => {
    const environment = open()
    await environment.writeText('sub/a.txt', 'x')
    expect((await run(environment, 'pwd')).out).toBe(`${environment.workspace}\n`)
    expect((await run(environment, ['pwd'], { cwd: 'sub' })).out).toBe(`${environment.resolvePath('sub')}\n`)
    await expect(run(environment, 'pwd', { cwd: 'none' })).rejects.toThrow(/ENOENT/)
  })

  test('[B-47] adds variables to those that are there, and has no key of the server', async () => {
    const { out } = await run(open(), 'echo "$GREETING"; env', { env: { GREETING: 'good day' } })
    expect(out).toMatch(/^good day\n/)
    expect(out).toMatch(/^PATH=.+$/m)
    expect(out).not.toContain('sk-of-the-server')
  })

  test('[B-47] gives a program what is written to it, until its input is closed', async () => {
    const program = await open().spawn(['cat'])
    await program.writeInput('one\n')
    await program.writeInput(new TextEncoder().encode('zwölf\n'))
    await program.closeInput()
    await program.writeInput('too late')
    expect(await readStream(program.stdout)).toBe('one\nzwölf\n')
    expect(await program.wait()).toBe(0)
  })

  test('[B-47] what a program said stays until it is asked for, however long its end is past', async () => {
    const program = await open().spawn('echo out; echo err >&2')
    await program.closeInput()
    await program.wait()
    // Two turns: what is thrown away at a program's end is gone by then.
    for (const _ of [1, 2]) await new Promise((resolve) => setTimeout(resolve, 20))
    expect([await readStream(program.stdout), await readStream(program.stderr)]).toEqual(['out\n', 'err\n'])
  })

  test('[B-47] a signal ends a program; after its end a signal does nothing', async () => {
    const program = await open().spawn('cat')
    expect(program.isRunning()).toBe(true)
    program.signal('SIGTERM')
    expect(await program.wait()).toBe(143)
    expect(await comesTrue(() => !program.isRunning())).toBe(true)
    expect(() => program.signal('SIGKILL')).not.toThrow()
  })

  test('[B-47] a program that is not there is told in its words', async () => {
    const { err, exit } = await run(open(), ['no-such-program'])
    expect([err, exit]).toEqual([expect.stringContaining('not found'), 127])
  })

  test('[B-48] writes files with the folders above them; programs and readers find the same', async () => {
    const environment = open()
    await environment.writeText('deep/er/ä.txt', 'größe')
    expect(await environment.readText('deep/er/ä.txt')).toBe('größe')
    expect([...(await environment.readBytes(environment.resolvePath('deep/er/ä.txt')))]).toEqual([
      ...Buffer.from('größe'),
    ])
    expect((await run(environment, 'cat deep/er/ä.txt; echo new > made.txt')).out).toBe('größe')
    expect(await environment.readText('made.txt')).toBe('new\n')
    await environment.writeText('made.txt', 'n')
    expect(await environment.readText('./x/../made.txt')).toBe('n')
  })

  test('[B-48] says of what is not there or is a folder what systems say', async () => {
    const environment = open()
    await environment.writeText('folder/file', 'x')
    await expect(environment.readText('none')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(environment.readBytes('folder')).rejects.toMatchObject({ code: 'EISDIR' })
  })

  test('[B-49] paths count from the workspace; without one only whole paths are taken', async () => {
    const environment = open()
    expect(environment.resolvePath('a/../b.txt')).toBe(`${environment.workspace}/b.txt`)
    expect(environment.resolvePath('/etc/./hosts')).toBe('/etc/hosts')
    const bare = open(null)
    expect(bare.workspace).toBeUndefined()
    expect(() => bare.resolvePath('a.txt')).toThrow("relative path 'a.txt' is not allowed without a workspace")
    await expect(bare.readText('a.txt')).rejects.toThrow("relative path 'a.txt' is not allowed without a workspace")
    expect(bare.resolvePath('/a.txt')).toBe('/a.txt')
  })

  test('[B-50] code calls tools on the side of who asks, and what it prints is written', async () => {
    const [calls, said]: [unknown[], string[]] = [[], []]
    const end = await open().runCode('print((await tools.add({ a: 2, b: 3 })).sum)', {
      tools: ['add'],
      language: 'javascript',
      callTool: async (name, args) => {
        calls.push([name, args])
        return { sum: Number(args.a) + Number(args.b) }
      },
      write: (text) => said.push(text),
    })
    expect(end).toEqual({ ended: 'ok' })
    expect([calls, said.join('')]).toEqual([[['add', { a: 2, b: 3 }]], '5\n'])
  })

  if (kind !== 'memory')
    test('[B-50] code in Python is the same', async () => {
      const said: string[] = []
      const text = 'print((await tools.add(a=2, b=3))["sum"])\nraise ValueError("over")'
      const end = await open().runCode(text, {
        ...{ tools: ['add'], language: 'python', write: (part) => void said.push(part) },
        callTool: async (_name, args) => ({ sum: Number(args.a) + Number(args.b) }),
      })
      expect(end).toMatchObject({ ended: 'raised', type: 'ValueError', message: 'over' })
      expect(said.join('')).toBe('5\n')
    })

  test('[B-50] what a tool throws is raised in the code, and is told when nobody catches it', async () => {
    const host = { tools: ['fail'], language: 'javascript', write: () => {} } as const
    const callTool = async () => {
      throw new Error('no such order')
    }
    const end = await open().runCode('await tools.fail({})', { ...host, callTool })
    expect(end).toMatchObject({ ended: 'raised', message: 'no such order' })
  })

  test('[B-50] code stops when it is cancelled, and when the environment is closed', async () => {
    const stop = new AbortController()
    const host = { tools: [], language: 'javascript', callTool: async () => null } as const
    const environment = open()
    const write = () => stop.abort()
    const loop = 'print("on")\nfor (;;) {}'
    expect(await environment.runCode(loop, { ...host, write, signal: stop.signal })).toEqual({ ended: 'stopped' })
    const running = environment.runCode(loop, { ...host, write: () => void environment.close() })
    expect(await running).toEqual({ ended: 'stopped' })
  })

  test('[B-51] closing ends its programs, and nothing is asked of it after that', async () => {
    const environment = open()
    const program = await environment.spawn('cat')
    await environment.close()
    expect(program.isRunning()).toBe(false)
    expect(await program.wait()).toBe(137)
    await environment.close()
    await expect(environment.spawn('echo')).rejects.toThrow('The environment is closed.')
    await expect(environment.readText('x')).rejects.toThrow('The environment is closed.')
  })
})

describe('a local environment', () => {
  test('[B-47] runs on while something goes on that a program left behind, and a signal finds it', async () => {
    const environment = new HostEnvironment({ env, workspace: newFolder() })
    const mark = `91${process.pid}`
    const program = await environment.spawn(`sleep ${mark} >/dev/null 2>&1 &`)
    expect(await program.wait()).toBe(0)
    expect(program.isRunning()).toBe(true)
    program.signal('SIGTERM')
    expect(await comesTrue(() => !program.isRunning())).toBe(true)
    expect(processesWith(`sleep ${mark}`)).toEqual([])
    await environment.close()
  })

  test('[B-51] a program that was starting when it was closed is ended too', async () => {
    const environment = new HostEnvironment({ env, workspace: newFolder() })
    const mark = `92${process.pid}`
    const starting = environment.spawn(`sleep ${mark}`)
    const closing = environment.close()
    await expect(starting).rejects.toThrow('The environment is closed.')
    await closing
    expect(await comesTrue(() => processesWith(`sleep ${mark}`).length === 0)).toBe(true)
  })

  test('[B-33] has host rights: any whole path, and the home of its person', async () => {
    const environment = new HostEnvironment({ env, workspace: newFolder() })
    const elsewhere = join(newFolder(), 'elsewhere.txt')
    await environment.writeText(elsewhere, 'x')
    expect(await environment.readText(elsewhere)).toBe('x')
    expect(environment.resolvePath('~/notes')).toBe(join(homedir(), 'notes'))
    await environment.close()
  })
})

describe.runIf(bwrap)('a sandboxed environment', () => {
  test('[B-44] has the files of its project alone, for programs and for readers', async () => {
    const [folder, other] = [newFolder(), join(newFolder(), 'private')]
    await new HostEnvironment({ env }).writeText(other, 'private')
    const box = { projectRoot: folder, network: 'off', hide: [] } as const
    const environment = new HostEnvironment({ env, workspace: folder, box })
    await expect(environment.readText(other)).rejects.toThrow('Access denied: path outside safe directory')
    await expect(environment.writeText('../x', '')).rejects.toThrow(/outside|traversal/)
    const program = await environment.spawn(['cat', other])
    expect(await program.wait()).toBe(1)
    await environment.close()
  })
})
