import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { isPartlyRead, keepUnreadable } from './keep-unreadable.ts'

const text = `tools = [
  { name = desk, instructions = "ask", tools = ["store", "till"] }
  { name = store, instructions = "look", tools = ["shelf"] }
  { name = till, instructions = "count" }
  { name = shelf, class = "shelf.Shelf", function { description = "counts" } }
]
`
const read = (text: string) => readNetwork({ network: 'gifts', file: 'gifts.hocon', texts: { 'gifts.hocon': text } })

function broken(from: string, to: string) {
  const { network, staleEntries } = keepUnreadable(read(text.replace(from, to)), read(text))
  return {
    entries: network.entries.map(({ name, isFrontMan }) => (isFrontMan ? `${name}!` : name)).sort(),
    stale: [...staleEntries],
    edges: network.edges.map(({ from, to, target }) => `${from}>${to} ${target}`).sort(),
    network,
  }
}

const ALL = ['desk!', 'shelf', 'store', 'till']
const EDGES = ['desk>store entry', 'desk>till entry', 'store>shelf entry']

describe('[S-3] a network whose text is broken in one place', () => {
  test.each([
    ['a value that is missing', 'name = store', 'name = = store', ['store']],
    // On one line nobody can tell where the text was meant to end: the neighbour goes with it.
    ['a text that is not closed', '"look", tools', '"look, tools', ['store', 'till']],
    ['a bracket that is missing', 'tools = ["shelf"] }', 'tools = ["shelf" }', ['store']],
    ['the front man', 'tools = ["store", "till"] }', 'tools = ["store", "till" }', ['desk']],
  ])('keeps its graph and shows only the entry as it last was: %s', (_, from, to, stale) => {
    const kept = broken(from, to)
    expect(kept.stale).toEqual(stale)
    expect(kept.entries).toEqual(ALL)
    expect(kept.edges).toEqual(EDGES)
  })

  test('keeps an entry through every state of typing a value', () => {
    const desk = text.replace('instructions = "look"', '\n    instructions = "look"')
    let shown = read(desk)
    for (let end = 'name = '.length; end <= 'name = = store'.length; end += 1) {
      const now = read(desk.replace('name = store,', 'name = = store'.slice(0, end)))
      const kept = isPartlyRead(now) ? keepUnreadable(now, shown) : undefined
      if (kept !== undefined) {
        expect([...kept.staleEntries]).toEqual(['store'])
        shown = kept.network
      }
      expect(shown.entries.map(({ name }) => name).sort()).toEqual(['desk', 'shelf', 'store', 'till'])
    }
    expect(isPartlyRead(read(desk))).toBe(false)
  })

  test('[B28] keeps all of its graph at a brace too many, and greys the entry behind which it stands', () => {
    const kept = broken('tools = ["shelf"] }', 'tools = ["shelf"] } }')
    expect(kept.stale).toEqual(['store'])
    expect(kept.entries).toEqual(ALL)
    expect(kept.edges).toEqual(EDGES)
    expect(isPartlyRead(read(text.replace('tools = ["shelf"] }', 'tools = ["shelf"] } }')))).toBe(true)
  })

  test('shows what is typed into the other entries', () => {
    const now = text.replace('name = store', 'name = = store').replace('instructions = "count"', 'instructions = "pay"')
    const { network } = keepUnreadable(read(now), read(text))
    expect(network.entries.find(({ name }) => name === 'till')?.instructions).toBe('pay')
    expect(network.entries.find(({ name }) => name === 'store')?.instructions).toBe('look')
  })

  test('that was never whole shows what can be read', () => {
    const { network, staleEntries } = keepUnreadable(read(text.replace('name = till', 'name = = till')), undefined)
    expect(network.entries.map(({ name }) => name)).toContain('store')
    expect([...staleEntries]).not.toContain('store')
  })

  test('forgets an entry that is taken out of a text that is whole again', () => {
    const shown = broken('name = store', 'name = = store').network
    const mended = read(text.replace(/ {2}\{ name = store.*\n/, ''))
    expect(shown.entries.map(({ name }) => name)).toContain('store')
    expect(mended.entries.map(({ name }) => name)).not.toContain('store')
  })
})
