import { describe, expect, test } from 'vitest'
import { faultsOf, linesOf } from './argument-faults.ts'
import { changesOf } from './json-changes.ts'

describe('what a hook changed', () => {
  test('[U-83] is told place by place, with the value before and after', () => {
    expect(changesOf('{"path":"./a","n":1,"gone":true}', '{"path":"a","n":1,"to":{"x":[1]}}')).toEqual([
      { path: 'path', before: '"./a"', after: '"a"' },
      { path: 'gone', before: 'true' },
      { path: 'to', after: '{"x":[1]}' },
    ])
    expect(changesOf('{"a":[1,{"b":2}]}', '{"a":[1,{"b":2.0}]}')).toEqual([
      { path: 'a[1].b', before: '2', after: '2.0' },
    ])
  })

  test('[U-83] texts that are no JSON are told as a whole, and equal ones not at all', () => {
    expect(changesOf('long text', 'short')).toEqual([{ path: '', before: 'long text', after: 'short' }])
    expect(changesOf('same', 'same')).toEqual([])
    expect(changesOf('{"a": 1}', '{"a":1}')).toEqual([])
  })
})

describe('arguments that do not fit', () => {
  const errors = [
    { kind: 'missing', path: 'to.host' },
    { kind: 'type', path: 'lines', expected: 'integer', actual: '"many"' },
    { kind: 'enum', path: 'tags[1]', expected: ['a', 'b'], actual: '"c"' },
  ]
  const failure = { code: 'invalid-arguments', message: 'They do not fit.', detail: JSON.stringify({ errors }) }

  test('[U-15] each failing place is marked in the arguments, and what is missing stands where it belongs', () => {
    const args = '{"lines": "many", "tags": ["a", "c"], "to": {"port": 1}}'
    expect(
      linesOf(args, faultsOf(failure))?.map(({ text, fault }) => `${text}${fault === undefined ? '' : ` ← ${fault}`}`),
    ).toEqual([
      '{',
      '  "lines": "many", ← is "many", expected integer',
      '  "tags": [',
      '    "a",',
      '    "c" ← is "c", expected one of a, b',
      '  ],',
      '  "to": {',
      '    "port": 1',
      '    "host":  ← is missing',
      '  }',
      '}',
    ])
  })

  test('[U-15] other failures mark nothing', () => {
    expect(faultsOf({ ...failure, code: 'exception' })).toEqual([])
    expect(faultsOf({ code: 'invalid-json', message: 'No JSON.' })).toEqual([])
    expect(linesOf('{"a": 1}', [])).toBeUndefined()
  })
})
