import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { jot } from './jot.ts'
import { withNotes } from './with_notes.ts'

const said = { role: 'user', content: 'Hello' } as const
const note = (id: number, text: string) => ({ id, kind: 'event', at: 0, name: 'note', data: { text } }) as const

describe('the selector', () => {
  test('tells notes first', async () => {
    assert.deepEqual(await withNotes({ tape: [note(3, 'tea'), note(5, 'no milk')], selected: [], messages: [said] }), [
      { role: 'assistant', content: 'My notes: tea; no milk' },
      said,
    ])
  })

  test('changes nothing while there are none', async () => {
    assert.deepEqual(await withNotes({ tape: [], selected: [], messages: [said] }), [said])
  })
})

test('jot writes on the tape', async () => {
  const written: unknown[] = []
  const tape = { append: (name: string, data?: unknown) => void written.push([name, data]) }
  const told = await runTool(jot, { note: 'new kettle' }, testContext({ tape }))
  assert.ok(told.ok)
  assert.equal(told.text, 'Recorded.')
  assert.deepEqual(written, [['note', { text: 'new kettle' }]])
})
