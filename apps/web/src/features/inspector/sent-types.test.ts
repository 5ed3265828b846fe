import { type JsonObject, toJson } from '@slyglass/base'
import { expect, test } from 'vitest'
import { sentTypes } from './sent-types.ts'

test('[B13] the inspector says which types go out under another word, inner ones too, and says nothing of the others', () => {
  const properties = {
    cost: { type: 'float' },
    s: { type: 'string' },
    rows: { type: 'array', items: { type: 'object', properties: { n: { type: 'int' } } } },
    ids: { type: 'list' },
    odd: { type: 'money' },
  }
  expect(sentTypes(toJson({ type: 'object', properties }) as JsonObject)).toEqual([
    { name: 'cost', word: 'float', sent: 'number' },
    { name: 'rows[].n', word: 'int', sent: 'integer' },
    { name: 'ids', word: 'list', sent: 'array' },
  ])
  expect(sentTypes(undefined)).toEqual([])
})
