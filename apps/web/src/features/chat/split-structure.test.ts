import { describe, expect, test } from 'vitest'
import { holdsEmptyFence, splitStructure } from './split-structure.ts'

describe('the structure of an answer', () => {
  test('[N-27] an answer that is an object is shown as one, its numbers as they were written', () => {
    expect(splitStructure('{"answer": "The Beatles", "running_cost": 3.0}')).toEqual({
      structure: '{"answer":"The Beatles","running_cost":3.0}',
      words: '',
    })
  })

  test('the words around a fenced object stay words', () => {
    expect(splitStructure('Here it is:\n\n```json\n{"a": 1}\n```\n\nAnything else?')).toEqual({
      structure: '{"a":1}',
      words: 'Here it is:\n\n\n\nAnything else?',
    })
  })

  test.each([
    ['plain words', 'The Beatles.'],
    ['a list', '[1, 2]'],
    ['an object that does not end', '{"answer": "The Bea'],
    ['two objects in fences', '```json\n{"a":1}\n```\n```json\n{"b":2}\n```'],
    ['a fence with something else', '```\nls -l\n```'],
    ['a placeholder in braces', '{name}'],
  ])('%s have none', (_, text) => {
    expect(splitStructure(text)).toBeUndefined()
  })
})

test.each([
  ['```json\n```', true, false],
  ['Here:\n```json\n\n```', true, false],
  ['```json\n{"answer":"a","running_cost":3.0}\n```', false, true],
  ['{"a":"```x```"}', false, true],
  ['Sure! {"a":1} hope it helps', false, false],
])('[B73] %j: an empty block is noted (%s), an object is shown as one (%s)', (text, empty, structured) => {
  expect(holdsEmptyFence(text)).toBe(empty)
  expect(splitStructure(text) !== undefined).toBe(structured)
})
