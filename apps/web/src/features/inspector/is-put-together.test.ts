// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HOCON writes substitutions this way
import { describe, expect, test } from 'vitest'
import { isPutTogether } from './is-put-together.ts'

describe('a field put together from other values', () => {
  test.each([
    ['{ instructions = ${style} """\nDo it.\n""" }', true],
    ['{ instructions = """\nOne.\n"""${style} }', true],
    ['{ "instructions": "a" ${?b} }', true],
    ['{ instructions = """\nSay ${hello} as it is.\n""" }', false],
    ['{ instructions = "plain"\n  other = ${style} }', false],
    ['{ description = ${style} }', false],
  ])('%j: %s', (text, expected) => {
    expect(isPutTogether(text, 'instructions')).toBe(expected)
  })
})
