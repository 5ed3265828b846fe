import { projectId } from '@slyglass/base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followDisk, saveAll, saveDocument } from './files.ts'
import { useStudio } from './studio.ts'
import { resetWorkspace, useWorkspace } from './workspace.ts'

const DOC = 'registries/desk.hocon'
const PROJECT = {
  id: projectId('prj_1'),
  name: 'desk',
  root: '/desk',
  trusted: true,
  sample: false,
  manifest: null,
  networks: [],
  files: [],
  diagnostics: [],
  env: {},
}

interface Asked {
  readonly method: string
  readonly body: { readonly text: string; readonly baseHash: string } | undefined
  answer(status: number, body: object): void
}

/** A server whose answers come when the test gives them. */
function slowServer(): readonly Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', (_path: string, { method = 'GET', body }: RequestInit) => {
    return new Promise<Response>((resolve) => {
      asked.push({
        method,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        answer: (status, reply) => resolve(new Response(JSON.stringify(reply), { status })),
      })
    })
  })
  return asked
}

const file = (text: string, hash: string) => ({ path: DOC, text, hash })
const store = () => useWorkspace.getState().store
const arrived = (asked: readonly Asked[], count: number) =>
  vi.waitFor(() => expect(asked).toHaveLength(count), { timeout: 60_000 })

function type(text: string): void {
  const edit = { doc: DOC, from: 0, to: store().text(DOC).length, text }
  store().apply({ label: 'typing', origin: 'typing', edits: [edit] })
}

beforeEach(() => {
  resetWorkspace()
  useStudio.setState({ project: PROJECT })
  store().open(DOC, 'one', 'h1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetWorkspace()
  useStudio.setState({ project: undefined })
})

describe('saving on a slow server', () => {
  test('[S-11] a second save waits for the first and starts from what that wrote, so no conflict with oneself arises', async () => {
    const asked = slowServer()
    type('two')
    const first = saveDocument(DOC)
    type('three')
    const second = saveDocument(DOC)
    await arrived(asked, 1)
    asked[0]?.answer(200, file('two', 'h2'))
    await first
    await arrived(asked, 2)
    expect(asked[1]?.body).toEqual({ text: 'three', baseHash: 'h2' })
    asked[1]?.answer(200, file('three', 'h3'))
    expect(await second).toBe(true)
    expect(store().isDirty(DOC)).toBe(false)
    expect(useWorkspace.getState().asking).toBeUndefined()
  })

  test('Save pressed twice writes once', async () => {
    const asked = slowServer()
    type('two')
    const both = [saveAll(), saveAll()]
    await arrived(asked, 1)
    asked[0]?.answer(200, file('two', 'h2'))
    await Promise.all(both)
    expect(asked).toHaveLength(1)
    expect(store().hash(DOC)).toBe('h2')
  })

  test('[S-11] a save that is refused asks once, however often it was pressed', async () => {
    const asked = slowServer()
    type('two')
    const both = [saveDocument(DOC), saveDocument(DOC)]
    await arrived(asked, 1)
    asked[0]?.answer(409, { error: { code: 'conflict', message: 'Changed.' }, disk: file('other', 'h9') })
    expect(await Promise.all(both)).toEqual([false, false])
    expect(asked).toHaveLength(1)
    expect(useWorkspace.getState().asking).toBe(DOC)
  })
})

describe('following the disk on a slow server', () => {
  test('what was read before a save does not come back after it', async () => {
    const asked = slowServer()
    const following = followDisk([{ path: DOC, hash: 'h0' }])
    await arrived(asked, 1)
    type('two')
    const save = saveDocument(DOC)
    await arrived(asked, 2)
    asked[1]?.answer(200, file('two', 'h2'))
    await save
    asked[0]?.answer(200, file('one before', 'h0'))
    await arrived(asked, 3)
    asked[2]?.answer(200, file('two', 'h2'))
    await following
    expect(store().text(DOC)).toBe('two')
    expect(store().hash(DOC)).toBe('h2')
    expect(useWorkspace.getState().conflicts.size).toBe(0)
  })

  test('[S-11] what another program writes right after a save is taken, although the save is not answered yet', async () => {
    const asked = slowServer()
    type('two')
    const save = saveDocument(DOC)
    await arrived(asked, 1)
    const following = followDisk([{ path: DOC, hash: 'h9' }])
    asked[0]?.answer(200, file('two', 'h2'))
    await save
    await arrived(asked, 2)
    asked[1]?.answer(200, file('theirs', 'h9'))
    await following
    expect(store().text(DOC)).toBe('theirs')
    expect(store().hash(DOC)).toBe('h9')
  })
})
