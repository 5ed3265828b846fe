import { isOf, type RunEvent, SEEN_EARLIER, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { type FakeTool, fakeHosts, type ScriptedRule, scriptedModels, testBench, testRequest } from './testing/index.ts'

const LATE = 'late-secret-884422'
const NETWORK = {
  llm_config: { model_name: 'gpt-4o' },
  tools: [
    { name: 'front', function: { description: 'I work.' }, instructions: 'Work.', tools: ['tell'] },
    { name: 'tell', function: { description: 'Tells.' }, class: 'tell.Tell' },
  ],
}
const RULES: readonly ScriptedRule[] = [
  { assistantTurns: 0, answer: { calls: [{ tool: 'tell', args: '{}' }] } },
  { assistantTurns: 1, answer: { calls: [{ tool: 'tell', args: '{}' }] } },
  { answer: { content: 'Done.' } },
]

async function run(tool: FakeTool, message = 'go', sly = {}) {
  const bench = testBench({ models: scriptedModels(RULES), hosts: fakeHosts({ 'tell.Tell': tool }), sly })
  const log = await bench.run(testRequest(NETWORK, message))
  const late = log.flatMap((event) => (isOf(event, 'sly.leaked') && event.where.endsWith(SEEN_EARLIER) ? [event] : []))
  return { log, late, end: log.at(-1) as RunEvent }
}

describe('a value that becomes private late', () => {
  test('[M2.3] is told wherever it stands already, once, and the events stay as they were', async () => {
    let calls = 0
    const { log, late, end } = await run((_, { board }) => {
      calls += 1
      if (calls === 2) board.set('late', JSON.stringify(LATE))
      return calls === 1 ? `heard ${LATE}` : 'kept'
    })
    const places = late.map(({ where }) => where.replace(SEEN_EARLIER, ''))
    expect(places).toEqual(
      expect.arrayContaining(['attempt.finished text', 'tool.finished text', 'attempt.started request']),
    )
    expect(new Set(places).size).toBe(places.length)
    expect(late.every(({ key, span, seq }) => key === 'late' && span === 'r' && seq < end.seq)).toBe(true)
    expect(log.find((event) => isOf(event, 'tool.finished'))).toMatchObject({ text: `heard ${LATE}` })
    expect(verifyLog(log, 'finished')).toEqual([])
  })

  test('[M2.3] that stands nowhere, or was masked from the beginning, is told of nowhere', async () => {
    const never = await run((_, { board }) => {
      board.set('late', JSON.stringify(LATE))
      return `now ${LATE}`
    }, 'nothing of it')
    expect(never.late).toEqual([])
    const always = await run(() => `now ${LATE}`, `it is ${LATE}`, { known: JSON.stringify(LATE) })
    expect(always.late).toEqual([])
  })

  test('[M2.3] is looked for in the message of the person too', async () => {
    const { late } = await run((_, { board }) => {
      board.set('late', JSON.stringify(LATE))
      return 'kept'
    }, `The code is ${LATE}.`)
    expect(late.map(({ where }) => where)).toContain(`run.started message${SEEN_EARLIER}`)
  })
})
