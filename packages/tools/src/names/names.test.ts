import { ok } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findByName,
  findCollision,
  isOfferedToCode,
  isOfferedToModel,
  namesOf,
  resolveName,
  resolveNames,
  similarity,
  similarNames,
} from '../index.ts'

const add = { name: 'math_add', runtimeName: 'math.add' }
const order = { name: 'lookup_order' }
const dotted = { name: 'x', runtimeName: 'math_add' }

describe('a name of a tool', () => {
  test.each([['math.add'], ['math_add'], ['MATH_ADD'], [' Math.Add\n']])('[B-4] [E-22] %j means math.add', (given) => {
    expect(resolveName([order, add], given)).toBe(add)
  })

  test('[B-4] that is exactly a runtime name wins over the same as a model name', () => {
    expect(resolveName([add, dotted], 'math_add')).toBe(dotted)
    expect(resolveName([add, dotted], 'math.add')).toBe(add)
  })

  test('means nothing where no tool has it', () => {
    expect(resolveName([add, order], 'mathadd')).toBeUndefined()
  })

  test('[B-8] lists keep the order of the tools, and tell all unknown names sorted and quoted', () => {
    expect(resolveNames([add, order], ['LOOKUP_ORDER', 'math.add', 'math_add'])).toEqual(ok([add, order]))
    expect(resolveNames([add], [])).toEqual(ok([]))
    expect(resolveNames([add], ['zzz', 'math.add', 'aaa', 'zzz'])).toEqual({
      ok: false,
      error: "unknown tool name(s): 'aaa', 'zzz'",
    })
  })

  test('every name of a tool that shares none finds it, in any letter case', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/)
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), (words) => {
        const tools = words.map((name) => ({ name: `t_${name}`, runtimeName: `t.${name}` }))
        for (const tool of tools)
          for (const name of namesOf(tool)) expect(resolveName(tools, ` ${name.toUpperCase()} `)).toBe(tool)
      }),
    )
  })

  test('finds what is written for the tool under any of them', () => {
    expect(findByName(new Map([['math_add', 1]]), add)).toBe(1)
    expect(findByName(new Map([['Math.Add', 2]]), add)).toBe(2)
    expect(
      findByName(
        new Map([
          ['math_add', 1],
          ['math.add', 2],
        ]),
        add,
      ),
    ).toBe(2)
    expect(findByName(new Map([['other', 1]]), add)).toBeUndefined()
  })
})

describe('one name for two tools', () => {
  test.each([
    [[add, { name: 'math_add' }], 'math_add'],
    [[{ name: 'math_add' }, { name: 'plus', runtimeName: 'math.add' }], 'math.add'],
    [[add, { name: 'b', runtimeName: 'MATH.ADD' }], 'MATH.ADD'],
  ])('[B-9] is found: %j', (tools, name) => {
    expect(findCollision(tools)).toEqual({ name, tools })
  })

  test('[B-9] is not seen where every name means one', () => {
    expect(findCollision([add, order, { name: 'math_sub', runtimeName: 'math.sub' }])).toBeUndefined()
  })
})

describe('where a tool can be reached from', () => {
  const rows = [
    ['auto', true, false, true],
    ['direct', true, true, false],
    ['code', false, false, true],
    ['command', false, false, false],
  ] as const

  test.each(rows)(
    '[B-31] in the bub profile %s: %s, with code mode %s, inside code %s',
    (exposure, off, on, inside) => {
      expect(isOfferedToModel({ profile: 'bub', codeMode: 'off' }, exposure)).toBe(off)
      expect(isOfferedToModel({ profile: 'bub', codeMode: 'code' }, exposure)).toBe(on)
      expect(isOfferedToModel({ profile: 'bub', codeMode: 'both' }, exposure)).toBe(off)
      expect(isOfferedToCode({ profile: 'bub' }, exposure)).toBe(inside)
    },
  )

  test.each(rows)(
    '[B-6] [B-31] [B-62] in the plain profile %s is offered everywhere unless it is a command',
    (exposure) => {
      for (const codeMode of ['off', 'code', 'both'] as const)
        expect(isOfferedToModel({ profile: 'plain', codeMode }, exposure)).toBe(exposure !== 'command')
      expect(isOfferedToCode({ profile: 'plain' }, exposure)).toBe(exposure !== 'command')
    },
  )
})

describe('names that are alike', () => {
  // Measured with difflib.SequenceMatcher(None, a, b).ratio() of Python 3.12.
  test.each([
    ['math_add', 'math_ad', 0.9333333333333333],
    ['abcd', 'bcde', 0.75],
    ['lookup_order', 'order_lookup', 0.5],
    ['tide', 'diet', 0.25],
    ['diet', 'tide', 0.5],
    ['', '', 1],
    ['a', '', 0],
  ])('%j and %j are %d alike', (a, b, ratio) => {
    expect(similarity(a, b)).toBeCloseTo(ratio, 12)
  })

  test('[B-68] are at most three, the most alike first, and none below 0.6', () => {
    const names = ['math_add', 'math_adder', 'math_sub', 'math_ad2', 'order']
    expect(similarNames('math_ad', names)).toEqual(['math_add', 'math_ad2', 'math_adder'])
    expect(similarNames('zzzzqq', names)).toEqual([])
  })
})
