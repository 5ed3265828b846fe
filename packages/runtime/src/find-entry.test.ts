import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { findEntry } from './find-entry.ts'

const network = (studio?: object) => {
  const tools = [
    { name: 'desk', instructions: 'Hi', function: { description: 'Answers.' }, tools: ['math_add'] },
    { name: 'math_add', class: 'a.A', function: { description: 'Adds.' }, ...(studio && { studio }) },
  ]
  return readNetwork({ network: 'n', file: 'n.hocon', texts: { 'n.hocon': JSON.stringify({ tools }) } })
}

describe('the entry that a name means', () => {
  test.each(['math_add', 'math.add', 'MATH.ADD', ' Math_Add '])('[B-4] is found under rules by %j', (name) => {
    expect(findEntry(network({ runtime_name: 'math.add' }), name)?.name).toBe('math_add')
  })

  test('[B-4] has its one name where calls are as in neuro-san', () => {
    expect(findEntry(network(), 'math_add')?.name).toBe('math_add')
    expect(findEntry(network(), 'MATH_ADD')).toBeUndefined()
  })

  test('is never the front man in another letter case', () => {
    expect(findEntry(network({ runtime_name: 'math.add' }), 'DESK')).toBeUndefined()
  })
})
