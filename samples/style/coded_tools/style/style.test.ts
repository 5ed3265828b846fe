import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { contextAwareAnswer } from './answer.ts'
import { chooseStyle } from './choose_style.ts'

const talk = (...words: string[]) => words.map((content) => ({ role: 'user' as const, content }))
const small = talk('hello', 'how are you?', 'tell me more')
const technical = talk('hello', 'does it have an API?', 'tell me more')

describe('the style', () => {
  const cases = [
    ['formal', 'fewer than three messages', talk('hello', 'tell me'), undefined],
    ['formal', 'fewer than three, although casual is liked', talk('hello', 'tell me'), 'casual'],
    ['formal', 'no message at all', [], undefined],
    ['casual', 'three, and casual is liked', small, 'casual'],
    ['casual', 'casual is liked, and the talk is technical', technical, 'casual'],
    ['technical', 'the talk is technical', technical, undefined],
    ['balanced', 'nothing of all that', small, 'plain'],
  ] as const
  for (const [style, when, messages, preference] of cases)
    test(`is ${style}: ${when}`, () => assert.equal(chooseStyle({ messages, preference }), style))
})

test('the tool reads conversation and preference from its context', async () => {
  const context = testContext({ conversationHistory: small, deps: { user_preferences: { style: 'casual' } } })
  const told = await runTool(contextAwareAnswer, { thing: 'kettle' }, context)
  assert.ok(told.ok)
  assert.deepEqual(JSON.parse(told.text), { style: 'casual', answer: 'The kettle? All good!', messages: 3 })
})
