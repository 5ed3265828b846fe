import type { Network } from '@slyglass/network'
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

function start(overrides: Partial<ReaderPorts> = {}) {
  const texts = { 'a.hocon': 'one' }
  const pending: (() => void)[] = []
  const published: string[] = []
  const soon: (() => void)[] = []
  const reader = new NetworkReader({
    input: () => ({ network: 'a', file: 'a.hocon', texts: { ...texts }, env: {}, networks: [] }),
    read: (input) =>
      new Promise((resolve) =>
        pending.push(() => resolve({ network: networkOf(input.texts['a.hocon'] ?? ''), broken: false })),
      ),
    plan: async (input) => ({
      ok: true,
      value: [{ doc: 'a.hocon', from: 0, to: 0, text: input.texts['a.hocon'] ?? '' }],
    }),
    openIncludes: async () => false,
    publish: (reading) => published.push(reading.network.name),
    soon: (action) => soon.push(action),
    ...overrides,
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return {
    reader,
    texts,
    published,
    type(text: string) {
      texts['a.hocon'] = text
      reader.invalidate()
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
