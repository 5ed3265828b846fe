import type { LogEvent } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { toolsIn } from './taught-tools.ts'

const kept = (changes: object) => ({ type: 'context.changed', changes: JSON.stringify(changes) }) as unknown as LogEvent
const SCHEMA = { type: 'object', properties: { words: { type: 'string' } } }

const told = (offers: readonly object[]) => kept({ offers })

test('tools of a server are what it told an agent, under the names that models use', () => {
  const log = [
    told([{ reference: 'http://other', mcp: [{ name: 'no', description: '', schema: '{}' }] }]),
    told([
      {
        reference: 'stdio:parrot',
        mcp: [
          { name: 'say.it', description: 'Says it.', schema: JSON.stringify(SCHEMA) },
          { name: 'plain', description: 'Whole.', schema: SCHEMA },
        ],
      },
    ]),
  ]
  const tools = toolsIn(log, 'stdio:parrot')
  expect(tools.map(({ name, description }) => [name, description])).toEqual([
    ['say_it', 'Says it.'],
    ['plain', 'Whole.'],
  ])
  expect(tools.map(({ schema }) => schema?.get('type'))).toEqual(['object', 'object'])
})

test('changes of tools that share values, and servers that could not be asked, tell nothing', () => {
  const log = [kept({ ops: [] }), told([{ reference: 'stdio:parrot', problem: 'unreachable' }])]
  expect(toolsIn(log, 'stdio:parrot')).toEqual([])
})
