import { expect, test } from 'vitest'
import { defineCodeModel, defineCodeTools } from './index.ts'

test('[B-32] [B-35] functions about code stay as they are, and anything else is refused when it is loaded', async () => {
  const tools = defineCodeTools(({ state }) => (state.plan === 'free' ? null : ['math.add', { name: 'order' }]))
  expect(await tools({ agentName: 'desk', state: { plan: 'free' } })).toBeNull()
  expect(await tools({ agentName: 'desk', state: {} })).toEqual(['math.add', { name: 'order' }])
  const model = defineCodeModel(async ({ agentName }) => ({ model: `openai:${agentName}`, temperature: 0 }))
  expect(await model({ agentName: 'desk', state: {} })).toEqual({ model: 'openai:desk', temperature: 0 })
  expect(() => defineCodeTools(['math.add'] as never)).toThrow('defineCodeTools takes a function of one payload.')
  expect(() => defineCodeModel('openai:x' as never)).toThrow(TypeError)
})
