// What stands behind a result: the value, the text that its renderer wrote, the text that the model read.
import { isOf, type RunEvent } from '@slyglass/run-log'
import { defineTool } from '@slyglass/tools/define'
import { expect, test } from 'vitest'
import { playAgent } from '../src/commands/vectors/bub/play-agent.ts'
import { LOOKUP_ORDER } from '../src/commands/vectors/bub/small-tools.ts'

const CALL = ['lookup_order', { order_id: 'A123' }] as const
const LINE = 'Order A123: shipped'
const VALUE = '{"id":"A123","status":"shipped"}'
const after = (run: string) => ({ hooks: [{ event: 'post_tool_use', run: `h.ts#${run}` }] })

function endIn(log: readonly RunEvent[]) {
  const end = log.find((event) => isOf(event, 'tool.finished'))
  const attempt = log.find((event) => isOf(event, 'attempt.finished') && event.answer?.of === 'tool')
  return { end, answer: attempt !== undefined && isOf(attempt, 'attempt.finished') ? attempt.answer : undefined }
}

test('[B-11] [B-13] a hook after the call sees the rendered text, and what it puts in its place is sent; the value stays', async () => {
  const seen: unknown[] = []
  const shorten = ({ result }: Readonly<Record<string, unknown>>) => {
    seen.push(result)
    return { decision: 'modify', changes: { result: 'It left.' } }
  }
  const { told, log } = await playAgent({
    tools: [LOOKUP_ORDER],
    turns: [[CALL]],
    studio: after('shorten'),
    hooks: { shorten },
  })
  expect(seen).toEqual([LINE])
  expect(told).toEqual(['It left.'])
  const { end, answer } = endIn(log)
  expect(end).toMatchObject({ text: 'It left.', result: VALUE })
  expect(answer).toMatchObject({ text: LINE, value: VALUE })
})

test('[B-14] code that calls a tool gets its value, whatever a model would read', async () => {
  const got: unknown[] = []
  const outer = defineTool({
    name: 'outer',
    async execute(_args, ctx) {
      got.push(await ctx.callTool('lookup_order', { order_id: 'A123' }))
      return 'done'
    },
  })
  await playAgent({ tools: [outer, LOOKUP_ORDER], turns: [[['outer', {}]]] })
  expect(got).toMatchObject([{ ok: true, value: { id: 'A123', status: 'shipped' } }])
})

test('[B-17] one that only listens and throws changes nothing, and the log says so', async () => {
  const studio = { hooks: [{ event: 'post_response', run: 'h.ts#listen' }] }
  const listen = () => {
    throw new Error('the listener fell over')
  }
  const { told, log } = await playAgent({ tools: [LOOKUP_ORDER], turns: [[CALL]], studio, hooks: { listen } })
  expect(told).toEqual([LINE])
  expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
  expect(JSON.stringify(log)).toContain('the listener fell over')
})

test('[B-18] a renderer that throws fails the call once, and people still see the value', async () => {
  let ran = 0
  const unrendered = defineTool({
    name: 'unrendered',
    renderer: () => {
      throw new Error('no words')
    },
    execute: () => {
      ran += 1
      return { kept: true }
    },
  })
  const { told, log } = await playAgent({ tools: [unrendered], turns: [[['unrendered', {}]]], studio: { retries: 2 } })
  expect(told[0]).toContain("Tool 'unrendered' execution failed.")
  const { end, answer } = endIn(log)
  expect(end).toMatchObject({ outcome: 'failed', attempts: 1 })
  expect(answer).toMatchObject({ value: '{"kept":true}' })
  expect(ran).toBe(1)
})
