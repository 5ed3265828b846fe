import { expect, test } from 'vitest'
import { callTools } from './call-tools.ts'
import { errorTool, failingTool, mockTool, mockToolWith } from './mock-tools.ts'

test('[U-67] a called tool gives its text and a plain value', async () => {
  const call = callTools([mockTool('find', { cents: 5, of: ['a'] })])
  expect(await call('find', {})).toEqual({ ok: true, text: '{"cents":5,"of":["a"]}', value: { cents: 5, of: ['a'] } })
})

test('[U-67] called tools call each other', async () => {
  const outer = mockToolWith('outer', async (_args, ctx) => {
    const inner = await ctx.callTool('inner', {})
    return inner.ok ? `outer ${inner.text}` : 'nothing'
  })
  expect(await callTools([outer, mockTool('inner', 'in')])('outer', {})).toMatchObject({ text: 'outer in' })
})

test.each([
  ['returns', errorTool('pay', 'Card declined'), 'Tool execution failed with: "Card declined"'],
  ['raises', failingTool('pay', undefined, 'line broken'), 'line broken'],
  ['is not there', mockTool('other', 1), 'Tool not found: pay'],
])('[U-62] a failure that a called tool %s is told as in a session', async (_how, tool, words) => {
  const told = await callTools([tool])('pay', {})
  expect(told.ok).toBe(false)
  expect(told).toMatchObject({ error: expect.stringContaining(words) })
})
