import { isJsonObject, parseJson } from '@slyglass/base'
import { readStudio } from '@slyglass/network'
import { type Limits, limitsReducer } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { limitBars, limitTone } from './limit-words.ts'

const studio = (text: string) => {
  const parsed = parseJson(text)
  return readStudio(parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map())
}
const SESSION = studio('{"session": {"max_turns": 3, "max_budget_tokens": 1000}, "limits": {"tool_calls": 4}}')
const limits: Limits = {
  ...limitsReducer.initial,
  ...{ before: { turns: 2, inputTokens: 700, outputTokens: 100 }, tokens: 150, toolCalls: 2 },
}
const told = (running: boolean) =>
  limitBars(SESSION, limits, running).map((one) => `${one.name}: ${one.words} ${limitTone(one)}`)

test('[U-86] bars tell what is used of a conversation, those of a run only while it goes on', () => {
  expect(told(true)).toEqual([
    'Tokens of this conversation: 950 of 1,000 wait',
    'Turns of this conversation: 3 of 3 fail',
    'Tool calls of this run: 2 of 4 plain',
  ])
  expect(told(false)).toHaveLength(2)
})

test('[U-86] a network without limits of its own has no bars', () => {
  expect(limitBars(undefined, limits, true)).toEqual([])
  expect(limitBars(studio('{"retries": 1}'), limits, true)).toEqual([])
})
