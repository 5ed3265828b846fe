import { describe, expect, test } from 'vitest'
import { findBaseUrlFault, resolveModel, shownBaseUrl } from './resolve-model.ts'

const KEY = 'OPENAI_API_KEY'
const URL = 'OPENAI_BASE_URL'

describe('where model requests go', () => {
  test('[N-61] without key and base URL they go to the offline model', () => {
    expect(resolveModel({}, {}, {})).toEqual({ baseUrl: 'offline:', offline: true, keyFrom: 'none' })
    expect(resolveModel({}, { [KEY]: ' ' }, { [KEY]: '' })).toMatchObject({ offline: true, keyFrom: 'none' })
  })

  test('a key alone goes to its provider; a base URL alone needs no key', () => {
    expect(resolveModel({}, { [KEY]: 'sk-1' }, {})).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk-1',
    })
    expect(resolveModel({ baseUrl: 'http://127.0.0.1:11434/v1' }, {}, {})).toMatchObject({
      offline: false,
      keyFrom: 'none',
    })
    expect(resolveModel({}, { OPENAI_API_BASE: 'http://a/v1' }, {}).baseUrl).toBe('http://a/v1')
  })

  test("which endpoint is asked is the network's choice, unless a person chose", () => {
    expect(resolveModel({ api: 'auto' }, {}, {})).not.toHaveProperty('api')
    expect(resolveModel({ api: 'responses' }, {}, {}).api).toBe('responses')
  })

  test('[N-61] a key of the shell wins over the project and never goes to the address of a project', () => {
    const dotEnv = { [KEY]: 'sk-project', [URL]: 'https://elsewhere.example/v1' }
    expect(resolveModel({}, { [KEY]: 'sk-shell' }, dotEnv)).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      offline: false,
      apiKey: 'sk-shell',
      keyFrom: 'environment',
    })
    expect(resolveModel({}, { [KEY]: 'sk-shell', [URL]: 'http://own/v1' }, dotEnv).baseUrl).toBe('http://own/v1')
    expect(resolveModel({ apiKey: 'sk-typed' }, {}, dotEnv)).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk-typed',
      keyFrom: 'settings',
    })
  })

  test('[N-61] a project without a key in the shell uses its own key and address', () => {
    const dotEnv = { [KEY]: 'sk-project', [URL]: 'https://elsewhere.example/v1' }
    expect(resolveModel({}, {}, dotEnv)).toEqual({
      baseUrl: 'https://elsewhere.example/v1',
      offline: false,
      apiKey: 'sk-project',
      keyFrom: 'project .env',
    })
  })

  test('the offline model can be chosen although there is a key, and no key goes along', () => {
    expect(resolveModel({ baseUrl: 'offline:' }, { [KEY]: 'sk-1' }, {})).toEqual({
      baseUrl: 'offline:',
      offline: true,
      keyFrom: 'environment',
    })
  })

  test.each([
    ['https://api.openai.com/v1', undefined],
    ['offline:', undefined],
    ['api.openai.com', 'no address'],
    ['file:///etc/passwd', 'begin with'],
    ['https://user:pass@host/v1', 'own field'],
  ])('the base URL %s is judged', (text, fault) => {
    if (fault === undefined) expect(findBaseUrlFault(text)).toBeUndefined()
    else expect(findBaseUrlFault(text)).toContain(fault)
  })

  test.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1'],
    ['offline:', 'offline:'],
    ['http://user:pass@host:8080/v1', 'http://…@host:8080/v1'],
    ['http://host/v1?key=secret#part', 'http://host/v1?…'],
    ['https://pass@host/v1?k', 'https://…@host/v1?…'],
  ])('what a variable holds besides an address is not shown: %s', (text, shown) => {
    expect(shownBaseUrl(text)).toBe(shown)
  })
})
