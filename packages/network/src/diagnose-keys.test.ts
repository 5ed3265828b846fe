import { applyTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readNetwork } from './index.ts'

const read = (text: string) => readNetwork({ network: 'n', file: 'n.hocon', texts: { 'n.hocon': text } }).diagnostics
const desk = (more: string) =>
  `{ "tools": [ { "name": "Desk", "instructions": "Hi", "function": { "description": "Answers all questions" }, ${more} } ] }`
const said = (text: string) => read(text).map(({ severity, code }) => `${severity} ${code}`)

describe('a key that nothing reads', () => {
  test.each([
    ['"instuctions": "x"', ['hint unknown-key']],
    ['"my_own_key": 1', []],
    ['"studio": { "on_dout": "ask" }', ['error unknown-key']],
    ['"studio": { "requires_aproval": true }', ['error unknown-key']],
    ['"studio": { "approvals": { "timeout_mss": 5 } }', ['error unknown-key']],
    ['"studio": { "something_else": 1 }', ['warning unknown-key']],
    ['"studio": { "on_doubt": "perhaps" }', ['error unknown-value']],
    ['"studio": { "on_doubt": "ask", "mocks": { "any": { "result": 1 } }, "timeout_ms": 5 }', []],
    ['"llm_config": { "temprature": 1, "house_setting": 2 }', ['hint unknown-key']],
    ['"allow": { "to_upsteam": { "sly_data": true } }', ['hint unknown-key']],
  ])('%s', (more, expected) => {
    expect(said(desk(more))).toEqual(expected)
  })

  test.each([
    ['on_dout', 'on_doubt'],
    ['requires_aproval', 'requires_approval'],
  ])('is repaired by the key that was meant: %s', (slip, meant) => {
    const text = desk(`"studio": { "${slip}": "ask" }`)
    const fix = read(text)[0]?.fixes[0]
    expect(fix?.title).toBe(`Change to ${meant}`)
    expect(applyTextEdits(text, fix?.edits ?? [])).toBe(desk(`"studio": { "${meant}": "ask" }`))
  })
})
