import { type JsonObject, parseJson, printJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { modelSettings } from './model-settings.ts'
import type { ModelProvider } from './ports.ts'

const PROVIDER: ModelProvider = {
  ref: { label: 'x', baseUrl: 'http://x/v1', offline: false },
  baseUrl: 'http://x/v1',
}
const config = (text: string): JsonObject => {
  const parsed = parseJson(text)
  return parsed.ok ? (parsed.value as JsonObject) : new Map()
}
const fields = (text: string, provider = PROVIDER, streaming: 'on' | 'network' = 'network') =>
  modelSettings(config(text), provider, streaming)
    .fields.map(([name, value]) => `${name}=${printJson(value)}`)
    .join(' ')

describe('recording llm-config: what of the llm_config reaches the body', () => {
  test.each([
    ['{"model_name":"gpt-4o"}', 'model="gpt-4o-2024-08-06" max_completion_tokens=16384 store=false stream=false'],
    ['{}', 'model="gpt-5.2-2025-12-11" max_completion_tokens=128000 store=false stream=false'],
    [
      '{"model_name":"gpt-4.1","temperature":"0.2"}',
      'model="gpt-4.1-2025-04-14" max_completion_tokens=32768 store=false stream=false temperature=0.2',
    ],
    [
      '{"model_name":"gpt-4o","temperature":0,"max_tokens":77}',
      'model="gpt-4o-2024-08-06" max_completion_tokens=77 store=false stream=false temperature=0.0',
    ],
    [
      '{"model_name":"gpt-4o","prompt_token_fraction":0.5}',
      'model="gpt-4o-2024-08-06" max_completion_tokens=8192 store=false stream=false',
    ],
    ['{"model_name":"gpt-4o","store":null}', 'model="gpt-4o-2024-08-06" max_completion_tokens=16384 stream=false'],
    [
      '{"model_name":"gpt-5.2","temperature":0.5}',
      'model="gpt-5.2-2025-12-11" max_completion_tokens=128000 store=false stream=false',
    ],
    [
      '{"model_name":"house","class":"openai","max_tokens":50,"seed":7,"stop":["END"],"request_timeout":9}',
      'model="house" max_completion_tokens=50 store=false stream=false seed=7 stop=["END"]',
    ],
    ['{"model_name":"claude-x"}', 'model="claude-x" store=false stream=false'],
    [
      '{"model_name":"gpt-4o","streaming":true}',
      'model="gpt-4o-2024-08-06" max_completion_tokens=16384 store=false stream=true stream_options={"include_usage":true}',
    ],
  ])('%s', (text, expected) => expect(fields(text)).toBe(expected))
})

test('a model chosen by the person replaces the network’s', () => {
  expect(fields('{"model_name":"gpt-4o"}', { ...PROVIDER, modelName: 'llama3.1' })).toBe(
    'model="llama3.1" store=false stream=false',
  )
})

test('text streams when the caller asks for it, unless the network says no', () => {
  expect(modelSettings(config('{}'), PROVIDER, 'on').streams).toBe(true)
  expect(modelSettings(config('{"streaming":false}'), PROVIDER, 'on').streams).toBe(false)
  expect(modelSettings(config('{}'), PROVIDER, 'network').streams).toBe(false)
})

test('tool_strict is sent as it is said: false by default, null not at all', () => {
  expect(modelSettings(undefined, PROVIDER, 'network').strict).toBe(false)
  expect(modelSettings(config('{"tool_strict":true}'), PROVIDER, 'network').strict).toBe(true)
  expect(modelSettings(config('{"tool_strict":null}'), PROVIDER, 'network').strict).toBeNull()
})
