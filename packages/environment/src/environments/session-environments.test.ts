// Who gets which environment, that it is made once, and that it is closed once.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runId, type SessionId, sessionId, spanId } from '@slyglass/base'
import type { HookCall, HookPort, HostCall, ToolSources } from '@slyglass/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { withBuiltInTools } from '../builtin/built-in-hosts.ts'
import { projectSources, writeProject } from '../testing/index.ts'
import { comesTrue, processesWith } from '../testing/processes.ts'
import type { ToolHosts } from '../tool-hosts.ts'
import { createEnvironments, type Environments, type EnvironmentsOptions } from './environments.ts'

const root = writeProject({ 'data/a.txt': 'from the disk\n', 'data/.env': 'KEY=x', 'own.txt': 'own' })
const sources = projectSources(root)
const rules = (environment: Partial<NonNullable<ToolSources['environment']>>) => ({
  ...sources,
  environment: { sandbox: 'auto', network: 'on', workspace: '.', ...environment } as const,
})
const NO_HOOKS: HookPort = {
  run: async () => {
    throw new Error('there is no hook')
  },
}

const made: Environments[] = []
const create = (options: Partial<EnvironmentsOptions> = {}) => {
  const environments = createEnvironments({ env: process.env, hooks: NO_HOOKS, ...options })
  made.push(environments)
  return environments
}
afterEach(async () => {
  await Promise.all(made.splice(0).map((environments) => environments.dispose()))
})

let asks = 0
const ask = (session: string | undefined, from: ToolSources, context?: object) => {
  asks += 1
  return {
    ...{ run: runId(`run_${asks}`), span: spanId('s'), sources: from, signal: new AbortController().signal },
    ...(session !== undefined && { session: sessionId(session) }),
    ...(context !== undefined && { context: JSON.stringify(context) }),
  }
}
const opened = async (environments: Environments, ...asked: Parameters<typeof ask>) => {
  const found = await environments.of(ask(...asked))
  if (!found.ok) throw new Error(found.error.message)
  return found.value
}

describe('the environment of a session', () => {
  test('[B-33] is this machine where nothing is said, in the folder of the project', async () => {
    const { environment } = await opened(create({ isolation: 'host' }), 'ses_a', sources)
    expect([environment.kind, environment.workspace]).toEqual(['local', root])
  })

  test('[B-53] is what the file of the network says', async () => {
    const environments = create()
    const { environment, isolation } = await opened(environments, 'ses_a', rules({ kind: 'memory', workspace: 'data' }))
    expect([environment.kind, isolation]).toEqual(['memory', 'memory'])
    expect(await environment.readText('a.txt')).toBe('from the disk\n')
    await expect(environment.readText('.env')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('[B-53] may be chosen by the session itself, and never with more rights than the file gives', async () => {
    const environments = create({ isolation: 'host' })
    const kindOf = async (deps: object, from = sources) =>
      (await opened(environments, 'ses_a', from, { deps })).environment.kind
    expect(await kindOf({ environment: 'memory' })).toBe('memory')
    expect(await kindOf({ environment: { kind: 'memory', workspace: 'data' } })).toBe('memory')
    expect(await kindOf({ environment: 'local' }, rules({ kind: 'memory' }))).toBe('memory')
    expect(await kindOf({ environment: 'local' })).toBe('local')
  })

  test('[B-33] [B-53] may be chosen by a function of the state, which is asked once for a session', async () => {
    const asked: HookCall[] = []
    const hooks: HookPort = {
      async run(call) {
        asked.push(call)
        return '{"kind":"memory","workspace":"data","files":{"b.txt":"from the function"}}'
      },
    }
    const environments = create({ hooks })
    const from = rules({ from: 'places.ts#choose' })
    const state = { deps: { team: 'night' } }
    const { environment } = await opened(environments, 'ses_a', from, state)
    expect(await environment.readText('b.txt')).toBe('from the function')
    expect((await opened(environments, 'ses_a', from, state)).environment).toBe(environment)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.hook).toMatchObject({ run: 'places.ts#choose' })
    expect(JSON.parse(asked[0]?.payload ?? '')).toMatchObject({ session: 'ses_a', network: 'desk', state })
  })

  test.each(['null', '"memory"', '{"kind":"docker"}', '{"kinds":"memory"}'])(
    '[B-53] a function that answers %s is told what it may answer, and asked again',
    async (answer) => {
      const environments = create({ hooks: { run: async () => answer } })
      const found = await environments.of(ask('ses_a', rules({ from: 'places.ts#choose' })))
      if (answer === 'null') return expect(found.ok).toBe(true)
      expect(found).toMatchObject({ error: { message: expect.stringContaining('it answers an object with kind') } })
      expect(environments.open).toBe(0)
    },
  )

  test('[B-44] [B-53] is refused where a box is asked for and there is no bubblewrap', async () => {
    const found = await create({ isolation: 'host' }).of(ask('ses_a', rules({ kind: 'sandboxed', sandbox: 'bwrap' })))
    expect(found).toMatchObject({
      error: { code: 'permission', message: expect.stringMatching(/kind = sandboxed needs bubblewrap.*apt install/) },
    })
  })

  test('[B-51] is one for all of its runs, another for another session, and closed once when it ends', async () => {
    const environments = create({ isolation: 'host' })
    const first = await opened(environments, 'ses_a', sources)
    expect((await opened(environments, 'ses_a', sources)).environment).toBe(first.environment)
    expect((await opened(environments, 'ses_a', sources, { deps: { other: 1 } })).environment).toBe(first.environment)
    const other = await opened(environments, 'ses_b', sources)
    expect(other.environment).not.toBe(first.environment)
    const closes = countCloses(first.environment)
    await Promise.all([environments.release('ses_a' as SessionId), environments.release('ses_a' as SessionId)])
    await environments.dispose()
    expect(closes()).toBe(1)
    expect(environments.open).toBe(0)
    expect(await environments.of(ask('ses_a', sources))).toMatchObject({ ok: false })
  })

  test('[B-51] of a session that nobody ends is closed when many others came', async () => {
    const environments = create({ isolation: 'host' })
    const { environment } = await opened(environments, 'ses_first', rules({ kind: 'memory', workspace: 'data' }))
    const closes = countCloses(environment)
    for (let index = 0; index < 200; index += 1) await opened(environments, `ses_${index}`, sources)
    expect(await comesTrue(() => closes() === 1)).toBe(true)
    expect(environments.open).toBe(200)
  })
})

function countCloses(environment: { close(): Promise<void> }): () => number {
  let count = 0
  const close = environment.close.bind(environment)
  environment.close = async () => {
    count += 1
    await close()
  }
  return () => count
}

describe('the studio’s own tools', () => {
  const behind = { hooks: NO_HOOKS, release: async () => {}, dispose: async () => {} } as unknown as ToolHosts
  const use = async (
    hosts: ReturnType<typeof withBuiltInTools>,
    className: string,
    args: object,
    more: Partial<HostCall> = {},
  ) => {
    const infos: string[] = []
    const reply = await hosts.call({
      ...ask('ses_tools', rules({ kind: 'memory', workspace: 'data' })),
      ...{ className: `slyglass.${className}`, args: JSON.stringify(args), origin: [], idempotencyKey: 'k' },
      ...{ sly: new Map(), onOutput: () => {}, onProgress: () => {} },
      onStart: async ({ isolation }) => void infos.push(isolation),
      ...more,
    })
    return { text: reply.text, infos }
  }

  test('[B-52] read, write, search and run in memory, over turns, and nothing reaches the disk', async () => {
    const hosts = withBuiltInTools(behind, { env: process.env })
    const tool = (className: string, args: object) => use(hosts, className, args)
    expect((await tool('files.FileRead', { file_path: 'a.txt' })).text).toBe('1\tfrom the disk')
    expect(await tool('files.FileWrite', { file_path: 'notes/b.md', content: '# beta\n' })).toEqual({
      text: 'Wrote 7 bytes to notes/b.md',
      infos: ['memory'],
    })
    await tool('files.FileEdit', { file_path: 'a.txt', old_string: 'disk', new_string: 'memory' })
    expect((await tool('files.FileGlob', { pattern: '**' })).text).toBe('a.txt\nnotes/b.md')
    expect((await tool('files.FileGrep', { pattern: '^# b', output_mode: 'content' })).text).toBe('notes/b.md:1:# beta')
    expect(await tool('shell.Bash', { command: 'cat a.txt notes/b.md | cat > all; pwd; ls' })).toEqual({
      text: '/workspace\na.txt\nall\nnotes\n',
      infos: ['memory'],
    })
    expect((await tool('files.FileRead', { file_path: 'all' })).text).toBe('1\tfrom the memory\n2\t# beta')
    expect((await tool('files.FileRead', { file_path: '../own.txt' })).text).toContain('Path traversal not allowed')
    expect((await tool('files.FileRead', { file_path: '/etc/passwd' })).text).toContain('outside safe directory')
    expect((await tool('files.FileRead', { file_path: 'none' })).text).toBe('Error: File not found: none')
    expect((await tool('shell.Bash', { command: 'curl x' })).text).toBe('Exit code: 127\ncurl: not found\n')
    expect(existsSync(join(root, 'data/notes'))).toBe(false)
    expect(readFileSync(join(root, 'data/a.txt'), 'utf8')).toBe('from the disk\n')
    await hosts.dispose()
    expect(hosts.environments.open).toBe(0)
  })

  test('[B-51] leave nothing running when their session ends', async () => {
    const hosts = withBuiltInTools(behind, { env: process.env })
    const mark = `93${process.pid}`
    await use(hosts, 'shell.Bash', { command: `sleep ${mark}`, background: true }, { sources })
    expect(await comesTrue(() => processesWith(`sleep ${mark}`).length > 0)).toBe(true)
    await hosts.environments.release('ses_tools' as SessionId)
    expect(processesWith(`sleep ${mark}`)).toEqual([])
    await hosts.dispose()
  })
})
