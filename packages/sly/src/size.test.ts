import { describe, expect, test } from 'vitest'
import { createVault } from './index.ts'
import { MOST_SLY_CHARACTERS, MOST_SLY_VALUES, slySizeFault } from './size.ts'

const text = (characters: number) => `"${'x'.repeat(characters - 2)}"`
const many = (count: number) => new Map(Array.from({ length: count }, (_, index) => [`key_${index}`, '1'] as const))

describe('how much is kept', () => {
  test('values and characters up to the limit fit, one more does not, and the words name what there would be', () => {
    const full = new Map([['all', text(MOST_SLY_CHARACTERS - 1)]])
    expect(slySizeFault(full, [['one', '1']])).toBeUndefined()
    expect(slySizeFault(full, [['two', '12']])).toBe(
      'there would be 2 private values with 16,000,001 characters; at most 10,000 with 16,000,000 characters together are kept. Take out what is not needed any more',
    )
    expect(slySizeFault(new Map(), many(MOST_SLY_VALUES))).toBeUndefined()
    expect(slySizeFault(new Map(), many(MOST_SLY_VALUES + 1))).toMatch(/^there would be 10,001 private values/)
    expect(slySizeFault(many(MOST_SLY_VALUES), [['key_7', '123']])).toBeUndefined()
  })

  test('what is over already may shrink or stay, and not grow', () => {
    const over = new Map([['all', text(MOST_SLY_CHARACTERS + 10)]])
    expect(slySizeFault(over, [['all', text(MOST_SLY_CHARACTERS + 9)]])).toBeUndefined()
    expect(slySizeFault(over, [])).toBeUndefined()
    expect(slySizeFault(over, [['more', '1']])).toBeDefined()
  })

  test('a vault says it of what it holds, and changes nothing', () => {
    const vault = createVault({ hmac: () => 'f'.repeat(64), values: new Map([['all', text(MOST_SLY_CHARACTERS)]]) })
    expect(vault.sizeFault([['all', '1']])).toBeUndefined()
    expect(vault.sizeFault([['more', '1']])).toContain('16,000,001')
    expect(vault.refs().map(({ key }) => key)).toEqual(['all'])
  })
})
