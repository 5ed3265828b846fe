import { describe, expect, test } from 'vitest'
import { toggleCommand } from './enter-command.ts'

const own = { prefix: '!', isLent: false }
const lent = { prefix: ',', isLent: true }

describe('from a message to a command', () => {
  test('[B-61] the prefix is put before what is typed, and taken off again', () => {
    expect(toggleCommand('', undefined, own)).toEqual({ text: '!' })
    expect(toggleCommand(' add 2', undefined, own)).toEqual({ text: '!add 2' })
    expect(toggleCommand('!add 2', undefined, own)).toEqual({ text: 'add 2' })
  })

  test('[B-61] a network without a prefix is lent one, for this message alone', () => {
    expect(toggleCommand('add 2', undefined, lent)).toEqual({ text: ',add 2', lent: ',' })
    expect(toggleCommand(',add 2', ',', lent)).toEqual({ text: 'add 2' })
  })

  test('a message that happens to begin so becomes a command without a second prefix', () => {
    expect(toggleCommand(',add 2', undefined, lent)).toEqual({ text: ',add 2', lent: ',' })
  })
})
