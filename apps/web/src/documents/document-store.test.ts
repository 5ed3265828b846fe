import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DocumentStore } from './document-store.ts'
import type { StoreChange } from './transaction.ts'

function openStore(texts: Record<string, string>, limits?: { entries: number; characters: number }) {
  let now = 0
  const store = new DocumentStore({ now: () => now, ...(limits === undefined ? {} : { limits }) })
  for (const [doc, text] of Object.entries(texts)) store.open(doc, text, `hash of ${doc}`)
  const put = (doc: string, from: number, to: number, text: string, group?: string) =>
    store.apply({
      label: `put ${text}`,
      origin: 'canvas',
      edits: [{ doc, from, to, text }],
      ...(group ? { group } : {}),
    })
  return { store, put, wait: (ms: number) => (now += ms) }
}

describe('the document store', () => {
  test('[S-4] one gesture over three documents is one step of the history', () => {
    const { store } = openStore({ net: 'name = a', include: 'x = a', layout: '{}' })
    store.apply({
      label: 'rename a',
      origin: 'canvas',
      edits: [
        { doc: 'net', from: 7, to: 8, text: 'b' },
        { doc: 'include', from: 4, to: 5, text: 'b' },
        { doc: 'layout', from: 1, to: 1, text: '"b":1' },
      ],
      selection: { kind: 'canvas', entries: ['b'] },
    })
    expect(store.docs().map((doc) => store.text(doc))).toEqual(['name = b', 'x = b', '{"b":1}'])
    expect(store.undo()).toEqual({ label: 'rename a', selection: { kind: 'canvas', entries: ['b'] } })
    expect(store.docs().map((doc) => store.text(doc))).toEqual(['name = a', 'x = a', '{}'])
  })

  test('a byte-order mark and mixed line ends survive an edit and its undo', () => {
    const file = '\uFEFFa\r\nb\nc\r'
    const { store, put } = openStore({ net: file })
    put('net', 0, 1, 'x\ny')
    expect(store.fileText('net')).toBe('\uFEFFx\ny\r\nb\nc\r')
    store.undo()
    expect(store.fileText('net')).toBe(file)
  })

  test('a group merges within a second of its last and five seconds of its first edit', () => {
    const { store, put, wait } = openStore({ net: '' })
    for (let step = 0; step < 7; step += 1) {
      put('net', 0, 0, String(step), 'drag 1')
      wait(900)
    }
    store.undo()
    expect(store.text('net')).toBe('543210')
    store.undo()
    expect(store.text('net')).toBe('')
  })

  test('a save, another group and undo itself each end a group', () => {
    const { store, put } = openStore({ net: '' })
    put('net', 0, 0, 'a', 'g')
    store.markSaved('net', 'a', 'h2')
    put('net', 0, 0, 'b', 'g')
    put('net', 0, 0, 'c', 'h')
    expect(store.text('net')).toBe('cba')
    store.undo()
    expect(store.text('net')).toBe('ba')
    put('net', 0, 0, 'd', 'g')
    store.undo()
    expect(store.text('net')).toBe('ba')
  })

  test('a document is dirty only while its text differs from the saved one', () => {
    const { store, put } = openStore({ net: 'a' })
    expect([store.version('net'), store.savedVersion('net'), store.isDirty('net')]).toEqual([1, 1, false])
    put('net', 1, 1, 'b')
    expect([store.version('net'), store.isDirty('net')]).toEqual([2, true])
    store.markSaved('net', 'ab', 'h2')
    expect([store.savedVersion('net'), store.isDirty('net'), store.hash('net')]).toEqual([2, false, 'h2'])
    store.undo()
    expect(store.isDirty('net')).toBe(true)
    store.redo()
    expect(store.isDirty('net')).toBe(false)
  })

  test('[S-11] a change on disk becomes a step that undo takes back', () => {
    const { store } = openStore({ net: 'fee = 3.0\nname = x\n' })
    store.takeDisk('net', 'fee = 4.5\nname = x\n', 'h2')
    expect([store.text('net'), store.isDirty('net'), store.hash('net')]).toEqual(['fee = 4.5\nname = x\n', false, 'h2'])
    expect(store.undo()?.label).toBe('net changed on disk')
    expect(store.text('net')).toBe('fee = 3.0\nname = x\n')
  })

  test('an edit that changes nothing is no step', () => {
    const { store, put } = openStore({ net: 'a' })
    expect(put('net', 0, 1, 'a')).toBe(false)
    expect([store.version('net'), store.undo()]).toEqual([1, undefined])
  })

  test('the history forgets its oldest steps beyond its limits', () => {
    const few = openStore({ net: '' }, { entries: 3, characters: 1_000_000 })
    for (const letter of 'abcde') few.put('net', 0, 0, letter)
    while (few.store.undo() !== undefined);
    expect(few.store.text('net')).toBe('ba')

    const big = openStore({ net: '' }, { entries: 100, characters: 3_000 })
    for (const letter of 'abcd') big.put('net', 0, 0, letter.repeat(1_000))
    while (big.store.undo() !== undefined);
    expect(big.store.text('net')).toBe('b'.repeat(1_000) + 'a'.repeat(1_000))
  })

  test('listeners get offsets of the text before, in order', () => {
    const { store } = openStore({ net: 'abc' })
    const seen: StoreChange[] = []
    store.subscribe((change) => seen.push(change))
    store.apply({
      label: 'two',
      origin: 'form',
      edits: [
        { doc: 'net', from: 2, to: 3, text: 'Z' },
        { doc: 'net', from: 0, to: 0, text: '>' },
      ],
    })
    expect(
      seen.map(({ origin, changes }) => [origin, changes.map(({ edits, before }) => [edits, before.text])]),
    ).toEqual([
      [
        'form',
        [
          [
            [
              { doc: 'net', from: 0, to: 0, text: '>' },
              { doc: 'net', from: 2, to: 3, text: 'Z' },
            ],
            'abc',
          ],
        ],
      ],
    ])
  })

  test('undoing any number of edits returns the first text, and redoing them the last', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.tuple(fc.nat(), fc.nat(5), fc.string({ maxLength: 6 })), { maxLength: 30 }),
        (first, edits) => {
          const { store } = openStore({ net: first })
          const start = store.text('net')
          for (const [at, cut, text] of edits) {
            const present = store.text('net')
            const from = at % (present.length + 1)
            store.apply({
              label: 'e',
              origin: 'form',
              edits: [{ doc: 'net', from, to: Math.min(from + cut, present.length), text }],
            })
          }
          const last = store.text('net')
          while (store.undo() !== undefined);
          expect(store.text('net')).toBe(start)
          while (store.redo() !== undefined);
          expect(store.text('net')).toBe(last)
        },
      ),
    )
  })
})
