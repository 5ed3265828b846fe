import { describe, expect, test } from 'vitest'
import { followNames, thenOf } from './renamed.ts'

const NONE = new Map<string, string>()
const follow = (...lists: readonly (readonly string[])[]) =>
  lists
    .slice(1)
    .reduce((names, after, index) => followNames(names, lists[index] ?? [], after), NONE as ReadonlyMap<string, string>)

describe('entries that got another name', () => {
  test('are found under the one that they have now, letter by letter', () => {
    const names = follow(['desk', 'till'], ['desk', 'tills'], ['desk', 'cashier'])
    expect([...names]).toEqual([['till', 'cashier']])
    expect([thenOf(names, 'cashier'), thenOf(names, 'desk')]).toEqual(['till', 'desk'])
  })

  test('have their old name again after an undo', () => {
    expect(follow(['desk', 'till'], ['desk', 'cashier'], ['desk', 'till']).size).toBe(0)
  })

  test('an entry that comes, goes or changes places got no name', () => {
    expect(follow(['desk', 'till'], ['desk']).size).toBe(0)
    expect(follow(['desk'], ['desk', 'till']).size).toBe(0)
    expect(follow(['desk', 'till'], ['till', 'desk']).size).toBe(0)
    expect(follow(['desk', 'till'], ['a', 'b']).size).toBe(0)
    expect(follow(['desk', 'till'], ['desk', 'desk']).size).toBe(0)
  })
})
