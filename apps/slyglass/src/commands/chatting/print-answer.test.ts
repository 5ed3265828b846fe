import { isJsonObject, parseJson } from '@slyglass/base'
import { FRONT_MAN_SPAN, type LogEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { CommandIo } from '../command.ts'
import { createAnswerPrinter } from './print-answer.ts'
import type { Heard } from './talk.ts'

function printed(streamed: string, text: string, object: string): string {
  const said: string[] = []
  const io = {
    out: (line: string) => said.push(`${line}\n`),
    write: (part: string) => said.push(part),
    err: () => undefined,
  }
  const printer = createAnswerPrinter(io as unknown as CommandIo, { root: '/p', told: [] })
  const delta = { type: 'attempt.delta', kind: 'text', span: `${FRONT_MAN_SPAN}/m1/a1`, text: streamed }
  if (streamed !== '') printer.onEvents([delta] as unknown as readonly LogEvent[])
  const structure = parseJson(object)
  if (!structure.ok || !isJsonObject(structure.value)) throw new Error(object)
  printer.end({ outcome: 'ok', text, structure: structure.value } as Heard)
  return said.join('')
}

describe('[N-35] an answer that is an object', () => {
  const object = '{"answer":"42","running_cost":3.0}'

  test.each([
    ['{"answer": "42", "running_cost": 3.0}', ''],
    ['```json\n{"answer": "42", "running_cost": 3.0}\n```', ''],
    ['It is: {"answer": "42", "running_cost": 3.0} Good luck.', 'It is:  Good luck.'],
  ])('is printed once where it was streamed: %j', (streamed, text) => {
    expect(printed(streamed, text, object)).toBe(`${streamed}\n`)
  })

  test.each(['', 'I am thinking about {"answer": "41"}.'])(
    'is printed behind %j, which is something else',
    (streamed) => {
      const before = streamed === '' ? '' : `${streamed}\n`
      expect(printed(streamed, 'Done.', object)).toBe(
        `${before}Done.\n{\n  "answer": "42",\n  "running_cost": 3.0\n}\n`,
      )
    },
  )
})

test('a warning that the events told is not told again by its message', () => {
  const said: string[] = []
  const io = { out: () => undefined, write: () => undefined, err: (line: string) => said.push(line) }
  const printer = createAnswerPrinter(io as unknown as CommandIo, { root: '/p', told: [] })
  const text = 'Retrying: the endpoint failed.'
  for (let tried = 0; tried < 3; tried += 1) {
    printer.onEvents([{ type: 'note.noted', span: 'r', level: 'warning', text }] as unknown as readonly LogEvent[])
    printer.onMessage({ type: 'AGENT_FRAMEWORK', text, origin: [{ tool: 'front', instantiation_index: 1 }] } as never)
  }
  printer.onMessage({
    type: 'AGENT_FRAMEWORK',
    text: 'Another.',
    origin: [{ tool: 'front', instantiation_index: 1 }],
  } as never)
  expect(said).toEqual([text, 'Another.'])
})
