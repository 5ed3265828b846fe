import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { assertCalled, assertNotCalled, callTools, errorTool, spyTool, testContext } from 'slyglass/testing'
import { research } from './pipeline.ts'
import { relatedQuestions, searchSources, summarize } from './steps.ts'

type Tool = typeof research
const ask = (topic: string, tools: readonly Tool[]) =>
  runTool(research, { topic }, testContext({ callTool: callTools(tools), timestamp: new Date('2026-03-01T09:30:00Z') }))

describe('research', () => {
  test('gives topic, summary, further questions and when', async () => {
    const told = await ask('kites', [searchSources, summarize, relatedQuestions])
    assert.ok(told.ok)
    assert.deepEqual(JSON.parse(told.text), {
      topic: 'kites',
      summary: 'Kites were flown in China two thousand years ago. (and 2 more)',
      related_questions: ['What else is known of kites?', 'What else is known of flown?'],
      timestamp: '2026-03-01T09:30:00.000Z',
    })
  })

  test('hands what one step found to the next', async () => {
    const summary = spyTool('summarize', 'short')
    const questions = spyTool('related_questions', [])
    await ask('tea', [searchSources, summary.tool, questions.tool])
    assertCalled(summary, { sentences: ['Tea is drunk since the third century.', 'The pot came later.'] })
    assertCalled(questions, { summary: 'short' })
  })

  test('ends with the step that fails', async () => {
    const questions = spyTool('related_questions', [])
    const told = await ask('kites', [searchSources, errorTool('summarize', 'no words left'), questions.tool])
    assert.ok(!told.ok)
    assert.match(told.reason, /^"Research failed: .*no words left/)
    assertNotCalled(questions)
  })
})
