import type { Diagnostic, Network } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { NetworkReader, type ReaderPorts } from './network-reader.ts'

const networkOf = (text: string, missingIncludes: readonly string[] = []): Network => ({
  name: text,
  file: 'a.hocon',
  entries: [],
  edges: [],
  description: '',
  tags: [],
  sampleQueries: [],
  json: null,
  diagnostics: [],
  documents: ['a.hocon'],
  missingIncludes,
})

const problemOf = (message: string): Diagnostic => ({
  code: 'a-problem',
  severity: 'error',
  message,
  at: { doc: 'a.hocon', from: 0, to: 1 },
  fixes: [],
})

function start(overrides: Partial<ReaderPorts> = {}) {
  const texts = { 'a.hocon': 'one' }
  const pending: (() => void)[] = []
  const marked: string[] = []
  const published: string[] = []
  const soon: (() => void)[] = []
  const reader = new NetworkReader({
    input: () => ({ network: 'a', file: 'a.hocon', texts: { ...texts }, env: {}, networks: [] }),
    read: (input, tell) =>
      new Promise((resolve) => {
        const network = networkOf(input.texts['a.hocon'] ?? '')
        pending.push(() => {
          tell([problemOf(network.name)])
          resolve({ network, broken: false })
        })
      }),
    plan: async (input) => ({
      ok: true,
      value: [{ doc: 'a.hocon', from: 0, to: 0, text: input.texts['a.hocon'] ?? '' }],
    }),
    openIncludes: async () => false,
    mark: (diagnostics) => marked.push(...diagnostics.map(({ message }) => message)),
    publish: (reading) => published.push(reading.network.name),
    soon: (action) => soon.push(action),
    afterDrawing: (action) => action(),
    ...overrides,
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return {
    reader,
    texts,
    marked,
    published,
    type(text: string) {
      texts['a.hocon'] = text
      reader.invalidate()
    },
    typeAlone(text: string) {
      texts['a.hocon'] = text
      reader.invalidateNow()
    },
    async pass() {
      for (const action of soon.splice(0)) action()
      await settle()
    },
    async answer() {
      pending.shift()?.()
      await settle()
    },
  }
}

describe('reading the open network', () => {
  test('[S-3] an answer for an older text is dropped and the newest text is read', async () => {
    const { type, pass, answer, published } = start()
    type('two')
    await pass()
    type('three')
    await pass()
    await answer()
    expect(published).toEqual([])
    await answer()
    expect(published).toEqual(['three'])
  })

  test('many keys in one frame are one reading', async () => {
    const { type, pass, answer, published } = start()
    for (const text of ['a', 'ab', 'abc']) type(text)
    await pass()
    await answer()
    await answer()
    expect(published).toEqual(['abc'])
  })

  test('what is wrong is marked at once, and the network shown when that has been drawn', async () => {
    const drawn: (() => void)[] = []
    const { typeAlone, answer, marked, published } = start({ afterDrawing: (action) => drawn.push(action) })
    typeAlone('two')
    await answer()
    expect([marked, published]).toEqual([['two'], []])
    for (const action of drawn) action()
    expect(published).toEqual(['two'])
  })

  test('neither marks nor the network of an older text are shown', async () => {
    const drawn: (() => void)[] = []
    const { typeAlone, answer, marked, published } = start({ afterDrawing: (action) => drawn.push(action) })
    typeAlone('two')
    typeAlone('three')
    await answer()
    expect(marked).toEqual([])
    await answer()
    typeAlone('four')
    for (const action of drawn.splice(0)) action()
    expect([marked, published]).toEqual([['three'], []])
    await answer()
    for (const action of drawn) action()
    expect([marked, published]).toEqual([['three', 'four'], ['four']])
  })

  test('what can be told without waiting is marked before the answer is here, and once', async () => {
    const { typeAlone, pass, answer, marked } = start({
      diagnose: (input) => [problemOf(`here ${input.texts['a.hocon']}`)],
    })
    typeAlone('two')
    typeAlone('three')
    expect(marked).toEqual([])
    await pass()
    expect(marked).toEqual(['here three'])
    await answer()
    await answer()
    expect(marked).toEqual(['here three'])
  })

  test('a key that stands alone is read at once, and keys meanwhile together', async () => {
    const asked: string[] = []
    const answers: (() => void)[] = []
    const { typeAlone } = start({
      read: (input) =>
        new Promise((resolve) => {
          asked.push(input.texts['a.hocon'] ?? '')
          answers.push(() => resolve({ network: networkOf('a'), broken: false }))
        }),
    })
    for (const text of ['a', 'ab', 'abc']) typeAlone(text)
    expect(asked).toEqual(['a'])
    answers[0]?.()
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    expect(asked).toEqual(['a', 'abc'])
  })

  test('a missing include is opened and the network read again with it', async () => {
    const published: string[] = []
    let opened = 0
    const { type, pass } = start({
      read: async () => ({ network: networkOf(`opened ${opened}`, opened === 0 ? ['b.hocon'] : []), broken: false }),
      openIncludes: async (paths) => {
        opened += paths.length
        return paths.length > 0
      },
      publish: ({ network }) => published.push(network.name),
    })
    type('one')
    await pass()
    await pass()
    expect(published).toEqual(['opened 0', 'opened 1'])
  })

  test('an edit is planned against the newest text, however long planning takes', async () => {
    let plans = 0
    const started = start({
      plan: async (input) => {
        plans += 1
        if (plans === 1) started.type('newer')
        return { ok: true, value: [{ doc: 'a.hocon', from: 0, to: 0, text: input.texts['a.hocon'] ?? '' }] }
      },
    })
    const planned = await started.reader.plan({ kind: 'remove-entry', entry: 'x' })
    expect([plans, planned.ok && planned.value[0]?.text]).toEqual([2, 'newer'])
  })
})
