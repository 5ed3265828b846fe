import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CodeCells, createCodePort } from '../code/create-code-port.ts'
import { devAssets, projectSources, runCell, writeProject } from '../testing/index.ts'
import { codeInEnvironments } from './code-in-environments.ts'
import { createEnvironments, type Environments } from './environments.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const root = writeProject({ 'a.txt': 'a' })
const memory = { kind: 'memory', sandbox: 'auto', network: 'on', workspace: '.' } as const
const inMemory = projectSources(root, { environment: memory })
let engines: CodeCells
let environments: Environments
let code: CodeCells
beforeAll(async () => {
  engines = createCodePort({ assets: await devAssets(), env: process.env })
  const hooks = { run: async () => JSON.stringify({ kind: 'sandboxed' }) }
  environments = createEnvironments({ env: process.env, hooks, code: engines, isolation: 'host' })
  code = codeInEnvironments(engines, environments)
})
afterAll(async () => {
  await environments.dispose()
  await code.dispose()
})

describe('code of a session', () => {
  test('[B-33] [B-52] in memory is JavaScript, and attaches what is in memory', async () => {
    const session = 'ses_media' as never
    const opened = await environments.of({
      ...{ run: 'run_a' as never, session, span: 's' as never, sources: inMemory },
      signal: new AbortController().signal,
    })
    if (!opened.ok) throw new Error(opened.error.message)
    const { environment } = opened.value
    if (!('files' in environment)) throw new Error('it is in memory')
    ;(environment.files as { write(path: string, bytes: Uint8Array): void }).write(
      environment.resolvePath('pixel.png'),
      Buffer.from(PIXEL, 'base64'),
    )
    const { end } = await runCell(code, 'javascript', 'print(await tools.attach_image({ image: "pixel.png" }))', {
      sources: inMemory,
      session,
    })
    expect(end).toMatchObject({
      ended: 'ok',
      output: 'The image is attached to the run_code result.\n',
      media: [{ kind: 'image', mimeType: 'image/png', base64: PIXEL }],
    })
    const none = await runCell(code, 'javascript', 'await tools.attach_image({ image: "none.png" })', {
      ...{ sources: inMemory, session },
    })
    expect(none.end).toMatchObject({ message: expect.stringMatching(/^\[invalid_input\] Cannot load the image: /) })
  })

  test('[B-33] [B-36] finds its declarations where its tools look for them', async () => {
    const session = 'ses_stub' as never
    const signal = new AbortController().signal
    const at = {
      ...{ run: 'run_a' as never, session, span: 's' as never, sources: projectSources(root), signal },
      context: '{"deps":{"environment":"memory"}}',
    }
    expect(await code.place(at, { path: 'stubs/tools.d.ts', text: 'declare' })).toBeUndefined()
    const opened = await environments.of(at)
    if (!opened.ok) throw new Error(opened.error.message)
    expect(await opened.value.environment.readText('stubs/tools.d.ts')).toBe('declare')
    expect(existsSync(join(root, 'stubs'))).toBe(false)
    expect(await code.place(at, { path: '../out.d.ts', text: 'x' })).toBe('Path traversal not allowed.')
  })

  test('[B-44] in Python is refused in memory, because it would find this machine', async () => {
    expect(await code.languages(inMemory)).toEqual(['javascript'])
    const { end, infos } = await runCell(code, 'python', 'print(1)', { sources: inMemory })
    expect(end).toMatchObject({ ended: 'refused', message: expect.stringContaining('would find this machine') })
    expect(infos).toEqual([])
  })

  test('[B-33] [B-53] is refused where a function asks for a box that is not there', async () => {
    const environment = { ...memory, kind: 'sandboxed', from: 'places.ts#choose' } as const
    const { end } = await runCell(code, 'javascript', 'print(1)', { sources: projectSources(root, { environment }) })
    expect(end).toMatchObject({ ended: 'refused', message: expect.stringContaining('kind = sandboxed') })
  })
})
