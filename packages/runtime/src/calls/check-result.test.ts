import { isOf } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { playRuled } from '../testing/index.ts'

const ORDER = {
  type: 'object',
  properties: { id: { type: 'string' }, item: { $ref: '#/$defs/Item' } },
  required: ['id'],
  $defs: { Item: { type: 'object', required: ['name'] } },
}

async function notesOf(outputSchema: object, result: object | string) {
  const described = { give: { name: 'give', description: 'Gives.', parameters: {}, settings: {}, outputSchema } }
  const value = typeof result === 'string' ? result : new Map(Object.entries(result))
  const { log, told } = await playRuled({ tools: { give: () => value }, turns: [[{ tool: 'give' }]], described })
  const notes = log.flatMap((event) => (isOf(event, 'note.noted') && event.source === 'tool' ? [event.text] : []))
  return { notes, told, outcome: log.find((event) => isOf(event, 'tool.finished')) }
}

describe('[B-10] what a definition says of its results', () => {
  test('is held: there is nothing to say', async () => {
    expect((await notesOf(ORDER, { id: 'A1' })).notes).toEqual([])
    expect((await notesOf({ type: 'string' }, 's')).notes).toEqual([])
  })

  test('is not held: people are told, and the call goes on as it was', async () => {
    const { notes, outcome } = await notesOf({ type: 'integer' }, 's')
    expect(notes).toEqual([
      'The result of give is not as its output schema says: Type mismatch: result: expected integer, got string',
    ])
    expect(outcome).toMatchObject({ outcome: 'ok', text: 's' })
    expect((await notesOf(ORDER, { item: new Map() })).notes[0]).toContain('id')
  })
})
