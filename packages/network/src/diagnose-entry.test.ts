import { describe, expect, test } from 'vitest'
import { readNetwork } from './index.ts'

const entry = (more: string) =>
  `{ "name": "ship_days", "function": { "description": "Days until a parcel is there." }${more} }`
const said = (text: string) =>
  readNetwork({
    network: 'n',
    file: 'n.hocon',
    texts: {
      'n.hocon': `{ "tools": [ { "name": "Desk", "instructions": "Hi", "tools": ["ship_days"], "function": { "description": "Answers all." } }, ${text} ] }`,
    },
  }).diagnostics.map(({ code, message }) => `${code}: ${message}`)

describe('an entry without instructions', () => {
  test('is told that a coded tool needs its class', () => {
    expect(said(entry(''))).toEqual([
      'missing-instructions: ship_days has no instructions, so it answers with a notice only; if code answers here, write class = "module.ClassName": a coded tool needs it',
    ])
  })

  test('that calls others is an agent, and is told of its instructions only', () => {
    expect(said(entry(', "tools": ["Desk"]'))).toContain(
      'missing-instructions: ship_days has no instructions, so it answers with a notice only',
    )
  })
})
