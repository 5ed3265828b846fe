import { applyTextEdits, JsonNumber } from '@slyglass/base'
import type { NetworkEdit } from '@slyglass/network'
import { expect, test } from 'vitest'
import { planEdit } from './plan-edit.ts'

test('a number that went to the worker as a bare object is a number again', () => {
  const text = 'llm_config { temperature = 0.5 }\ntools = [ { name = Desk } ]\n'
  const edit: NetworkEdit = {
    kind: 'set-field',
    entry: 'Desk',
    path: ['llm_config', 'temperature'],
    value: new JsonNumber('0.7'),
  }
  const input = { network: 'desk', file: 'desk.hocon', texts: { 'desk.hocon': text }, env: {}, networks: [] }
  const planned = planEdit(input, structuredClone(edit))
  expect(planned.ok && applyTextEdits(text, planned.value)).toBe(
    text.replace('name = Desk', 'name = Desk, llm_config { temperature = 0.7 }'),
  )
})
