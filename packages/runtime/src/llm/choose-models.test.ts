import { type JsonObject, parseJson, printJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import type { ModelProvider } from '../ports.ts'
import { chooseModels, type ModelChoice } from './choose-models.ts'
import { ModelInfo } from './model-info.ts'
import type { ModelApi } from './model-settings.ts'

const PROVIDER: ModelProvider = {
  ref: { label: 'x', baseUrl: 'http://x/v1', offline: false },
  baseUrl: 'http://x/v1',
}
const OFFLINE: ModelProvider = {
  ref: { label: 'offline model', baseUrl: 'offline:', offline: true },
  baseUrl: 'offline:',
}
const object = (text: string): JsonObject => {
  const parsed = parseJson(text)
  return parsed.ok ? (parsed.value as JsonObject) : new Map()
}
const choose = (config: string, more: Partial<Parameters<typeof chooseModels>[1]> = {}) =>
  chooseModels(object(config), {
    provider: PROVIDER,
    streaming: 'network',
    env: {},
    info: new ModelInfo(),
    sly: new Map(),
    ...more,
  })
const first = (config: string, more: Partial<Parameters<typeof chooseModels>[1]> = {}): ModelChoice => {
  const chosen = choose(config, more)
  if (!chosen.ok) throw new Error(chosen.text)
  return chosen.choices[0]
}
const refusal = (config: string, more: Partial<Parameters<typeof chooseModels>[1]> = {}): string => {
  const chosen = choose(config, more)
  return chosen.ok ? 'chosen' : chosen.text
}
const printed = ({ settings }: ModelChoice, api: ModelApi): string =>
  settings.fields[api].map(([name, value]) => `${name}=${printJson(value)}`).join(' ')
const fields = (config: string, more: Partial<Parameters<typeof chooseModels>[1]> = {}, api: ModelApi = 'chat') =>
  printed(first(config, more), api)

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
      '{"model_name":"gpt-5.2","temperature":0.5,"top_p":0.75}',
      'model="gpt-5.2-2025-12-11" max_completion_tokens=128000 store=false stream=false top_p=0.75',
    ],
    [
      '{"model_name":"house","class":"openai","max_tokens":50,"seed":7,"stop":["END"],"request_timeout":9}',
      'model="house" max_completion_tokens=50 store=false stream=false seed=7 stop=["END"]',
    ],
    [
      '{"model_name":"gpt-4o","streaming":true}',
      'model="gpt-4o-2024-08-06" max_completion_tokens=16384 store=false stream=true stream_options={"include_usage":true}',
    ],
  ])('%s', (text, expected) => expect(fields(text)).toBe(expected))
})

test('the responses endpoint names the token limit otherwise and takes effort and verbosity inside of objects', () => {
  const config = '{"model_name":"gpt-4o","temperature":1,"reasoning_effort":"low","verbosity":"low","seed":7}'
  expect(fields(config, {}, 'responses')).toBe(
    'model="gpt-4o-2024-08-06" max_output_tokens=16384 store=false stream=false temperature=1.0 reasoning={"effort":"low"} text={"verbosity":"low"}',
  )
})

describe('which endpoint is asked', () => {
  test.each([
    ['{"model_name":"gpt-4o"}', undefined, 'responses'],
    ['{"model_name":"gpt-4o","use_responses_api":false}', undefined, 'chat'],
    ['{"model_name":"gpt-4o","use_responses_api":null}', 'auto', 'chat'],
    ['{"model_name":"gpt-4o"}', 'chat', 'chat'],
    ['{"model_name":"gpt-4o","use_responses_api":false}', 'responses', 'responses'],
    ['{"model_name":"llama3.1","class":"ollama"}', 'auto', 'chat'],
  ] as const)('%s with api = %s → %s', (config, api, expected) => {
    const choice = first(config, { provider: { ...PROVIDER, ...(api !== undefined && { api }) } })
    expect([choice.api, choice.mayGiveWay]).toEqual([expected, api === undefined || api === 'auto'])
  })
})

describe('recording llm-classes: a model table of the network’s own', () => {
  const info = new ModelInfo(
    object(`{
      "default_config": {"model_name":"house","temperature":0.25,"prompt_token_fraction":0.5},
      "house": {"class":"openai","max_output_tokens":123},
      "house-2": {"class":"house-class"},
      "house-alias": {"use_model_name":"house"},
      "classes": {"openai":{"args":{"use_responses_api":false,"top_p":0.75}},"house-class":{"extends":"openai"}}
    }`),
  )
  test.each([
    [
      '{"model_name":"house"}',
      'model="house" max_completion_tokens=61 store=false stream=false temperature=0.25 top_p=0.75',
    ],
    [
      '{"model_name":"house-alias","temperature":0.9}',
      'model="house" max_completion_tokens=61 store=false stream=false temperature=0.9 top_p=0.75',
    ],
    ['{}', 'model="gpt-5.2-2025-12-11" max_completion_tokens=64000 store=false stream=false top_p=0.75'],
  ])('%s', (config, expected) => {
    expect(fields(config, { info })).toBe(expected)
    expect(first(config, { info }).api).toBe('chat')
  })
  test('a class that only extends a stock one is not usable', () => {
    expect(refusal('{"model_name":"house-2"}', { info })).toContain(
      'Class house-class for model_name house-2 is unrecognized.',
    )
  })
})

describe('[N-65] where requests of a class go, and whose key goes with them', () => {
  const place = (config: string, provider: ModelProvider = PROVIDER, env = {}) => {
    const choice = first(config, { provider, env })
    return [choice.provider.baseUrl, choice.credential ?? 'the provider’s', choice.settings.model]
  }
  test.each([
    ['{"openai_api_base":"http://x/other/v1"}', ['http://x/other/v1', 'the provider’s']],
    ['{"openai_api_base":"http://elsewhere/v1"}', ['http://elsewhere/v1', { kind: 'none' }]],
    [
      '{"openai_api_base":"http://elsewhere/v1","openai_api_key":"k"}',
      ['http://elsewhere/v1', { kind: 'given', value: 'k' }],
    ],
    ['{"class":"ollama","model_name":"m"}', ['http://localhost:11434/v1', { kind: 'none' }]],
    ['{"class":"ollama","model_name":"m","base_url":"http://box:1/"}', ['http://box:1/v1', { kind: 'none' }]],
    [
      '{"class":"a.b.ChatAnthropic","model_name":"m","anthropic_api_key":"k"}',
      ['https://api.anthropic.com/v1', { kind: 'given', value: 'k' }],
    ],
  ])('%s', (config, expected) => expect(place(config).slice(0, 2)).toEqual(expected))

  test('azure’s deployment is the model', () => {
    expect(
      place('{"class":"azure-openai","model_name":"gpt-4o","deployment_name":"d","azure_endpoint":"https://r"}'),
    ).toEqual(['https://r/openai/v1', { kind: 'none' }, 'd'])
  })
  test('another provider’s key is named, never handed over', () => {
    const provider: ModelProvider = { ...PROVIDER, keys: ['ANTHROPIC_API_KEY'] }
    expect(place('{"model_name":"claude-haiku"}', provider)[1]).toEqual({ kind: 'variable', name: 'ANTHROPIC_API_KEY' })
  })
})

describe('nothing can be asked', () => {
  test.each([
    ['{"model_name":"no-such-model"}', 'No llm entry for model_name no-such-model'],
    ['{"class":"no-such-class","model_name":"x"}', 'must be of the form <package_name>.<module_name>.<ClassName>'],
    ['{"class":"openrouter","model_name":"x/y"}', 'Set OPENROUTER_API_KEY, or openrouter_api_key in llm_config.'],
    ['{"class":"bedrock","model_name":"x"}', 'no OpenAI-compatible endpoint that is known'],
    ['{"class":"azure-openai","model_name":"x"}', 'Set azure_endpoint in llm_config, or AZURE_OPENAI_ENDPOINT.'],
  ])('%s', (config, expected) => {
    expect(refusal(config)).toMatch(/^No fully-specified LLM found in llm_config or fallbacks\.\n/)
    expect(refusal(config)).toContain(expected)
  })

  test('[N-65] the offline model answers for every model and class, and a person’s choice replaces what a network names', () => {
    for (const config of ['{"model_name":"no-such-model"}', '{"class":"bedrock","model_name":"x"}'])
      expect(first(config, { provider: OFFLINE }).provider).toBe(OFFLINE)
    const own: ModelProvider = { ...PROVIDER, modelName: 'llama3.1' }
    const choice = first('{"model_name":"gpt-4o","openai_api_base":"http://elsewhere/v1"}', { provider: own })
    expect([choice.provider, choice.settings.model]).toEqual([own, 'llama3.1'])
  })
})

describe('recording llm-key-from-sly-data', () => {
  const config = '{"model_name":"gpt-4o","openai_api_key":"sly_data"}'
  test('the client’s key goes with the request', () => {
    const sly = new Map([['llm_config', '{"openai_api_key":"key-from-client"}']])
    expect(first(config, { sly }).credential).toEqual({ kind: 'given', value: 'key-from-client' })
  })
  test('without it that model is left out, and the answer names what is missing', () => {
    expect(refusal(config)).toBe(
      'No fully-specified LLM found in llm_config or fallbacks.\nLLM operation for this agent requires at least one of the following set in sly_data.llm_config:\nopenai_api_key\n',
    )
    const both = `{"fallbacks":[${config},{"model_name":"gpt-4o-mini"}]}`
    const chosen = choose(both)
    expect(chosen.ok && chosen.choices.map((choice) => choice.settings.model)).toEqual(['gpt-4o-mini-2024-07-18'])
  })
})

test('text streams when the caller asks for it, unless the network says no', () => {
  expect(first('{}', { streaming: 'on' }).settings.streams).toBe(true)
  expect(first('{"streaming":false}', { streaming: 'on' }).settings.streams).toBe(false)
  expect(first('{}').settings.streams).toBe(false)
})

test('tool_strict is sent as it is said: false by default, null not at all', () => {
  expect(first('{}').settings.strict).toBe(false)
  expect(first('{"tool_strict":true}').settings.strict).toBe(true)
  expect(first('{"tool_strict":null}').settings.strict).toBeNull()
})
