import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMask } from './mask.ts'
import { createVault } from './vault.ts'

const hmac = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex')
const searchFor = (values: Record<string, unknown>) =>
  createVault({
    hmac,
    values: new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)])),
  }).search('')

const SECRET = 'k-demo-7431-canary'
const search = searchFor({ api_key: SECRET, card: 4111111111111234, note: 'a "quoted" päper\nsecret' })

describe('masking JSON', () => {
  test('[M2.5] text without a value is returned as it is', () => {
    const text = '{ "a" : 1.0,\n"b":"\\u00e9" }'
    expect(search.mask(text)).toEqual({ text, hits: [], clean: true })
  })

  test('[M2.5] only the tokens that hold a value change', () => {
    const text = `{ "a" : 1.0, "b":"use ${SECRET} now", "n": [4111111111111234, 2.50], "e":"\\u00e9" }`
    expect(search.mask(text)).toEqual({
      text: '{ "a" : 1.0, "b":"use ⟨sly:api_key⟩ now", "n": ["⟨sly:card⟩", 2.50], "e":"\\u00e9" }',
      hits: [
        { key: 'api_key', form: 'raw' },
        { key: 'card', form: 'raw' },
      ],
      clean: true,
    })
  })

  test('[M2.5] JSON inside strings is masked in place and stays JSON', () => {
    const args = JSON.stringify({ n: 4111111111111234, deep: JSON.stringify({ token: SECRET }) })
    const masked = search.mask(JSON.stringify({ function: { arguments: args } }))
    const inner = JSON.parse(JSON.parse(masked.text).function.arguments)
    expect(inner.n).toBe('⟨sly:card⟩')
    expect(JSON.parse(inner.deep)).toEqual({ token: '⟨sly:api_key⟩' })
    expect(masked.clean).toBe(true)
  })

  test('[M2.5] a value that is spread over the items of a list is removed with them', () => {
    const masked = search.mask('{"parts":["4111 1111","1111 1234"],"ok":true}')
    expect(masked).toMatchObject({ text: '{"parts":["⟨sly:card⟩","⟨sly:card⟩"],"ok":true}', clean: true })
  })

  test('[M2.5] a base64 document that holds a value goes as a whole', () => {
    const blob = Buffer.from(`head of it ${Buffer.from(SECRET).toString('hex')} tail`).toString('base64')
    expect(search.mask(JSON.stringify({ file: `data:;base64,${blob}` })).text).toBe(
      '{"file":"data:;base64,⟨sly:api_key⟩"}',
    )
  })

  test('[M2.5] a value that is split over messages is removed from each of them', () => {
    const messages = [
      { role: 'user', content: 'one 4111 1111' },
      { role: 'assistant', content: '1111 1234 two' },
    ]
    const masked = search.mask(JSON.stringify({ messages }))
    expect(masked.clean).toBe(true)
    expect(JSON.parse(masked.text).messages).toEqual([
      { role: 'user', content: '⟨sly:card⟩' },
      { role: 'assistant', content: '⟨sly:card⟩' },
    ])
  })

  test('[M2.5] what cannot be masked is said, so that it can be blocked', () => {
    const everywhere = { key: 'k', form: 'raw', offset: 0, length: 1, strength: 'strong', segments: [[0, 1]] } as const
    expect(createMask(() => [everywhere]).mask('abc')).toMatchObject({ text: '⟨sly⟩', clean: false })
  })

  test('[M2.5] a lone number is masked as JSON only when it is known to be JSON', () => {
    expect(search.maskJson('4111111111111234').text).toBe('"⟨sly:card⟩"')
    expect(search.mask('4111111111111234').text).toBe('⟨sly:card⟩')
  })

  test('[M2.5] a value in the middle of megabytes is masked', () => {
    const filler = 'lorem \\"ipsum\\" '.repeat(30_000)
    const masked = search.mask(`{"text":"${filler}${SECRET}${filler}","n":4111111111111234}`)
    expect(masked.text).toBe(`{"text":"${filler}⟨sly:api_key⟩${filler}","n":"⟨sly:card⟩"}`)
  })

  test('[M2.5] a key that spells a private value is not named in the placeholder', () => {
    const own = searchFor({ 'secret-token-1': 'secret-token-1' })
    expect(own.mask('say secret-token-1').text).toBe('say ⟨sly⟩')
  })

  const hidings: readonly ((value: string) => unknown)[] = [
    (value) => value,
    (value) => JSON.stringify({ x: value }),
    (value) => JSON.stringify([JSON.stringify({ x: value })]),
    (value) => encodeURIComponent(value),
    (value) => Buffer.from(value).toString('base64'),
    (value) => Buffer.from(value).toString('hex'),
    (value) => [...value].join(' '),
    (value) => ({ [value]: value }),
  ]

  test('[M2.5] nothing is left after masking, and the request still parses, inner arguments included', () => {
    const values = fc.constantFrom(SECRET, '4111111111111234', 'a "quoted" päper\nsecret')
    const hidden = fc.tuple(values, fc.constantFrom(...hidings), fc.string(), fc.string())
    fc.assert(
      fc.property(fc.array(hidden, { minLength: 1, maxLength: 5 }), (planted) => {
        const messages = planted.map(([value, hide, before, after]) => {
          const form = hide(value)
          return { role: 'tool', content: typeof form === 'string' ? `${before} ${form} ${after}` : form }
        })
        const args = JSON.stringify({ first: planted[0]![0], n: 4111111111111234 })
        const body = JSON.stringify({ messages, tool_calls: [{ function: { name: 'f', arguments: args } }] })
        const masked = search.mask(body)
        expect(masked.clean).toBe(true)
        expect(search.find(masked.text)).toEqual([])
        const parsed = JSON.parse(masked.text)
        expect(Object.keys(JSON.parse(parsed.tool_calls[0].function.arguments))).toEqual(['first', 'n'])
      }),
      { numRuns: 300 },
    )
  })
})

test.each([
  ['quotes that never close', `"${'\\"'.repeat(60_000)} k-demo-7431-canary`],
  ['a broken object', '{"a": k-demo-7431-canary'],
  ['JSON nested without end', `${'['.repeat(5_000)}"k-demo-7431-canary"`],
])('[M2.5] what should be JSON and is not is masked as text: %s', (_, text) => {
  const started = performance.now()
  const masked = searchFor({ token: 'k-demo-7431-canary' }).maskJson(text)
  expect(masked).toMatchObject({ text: text.replace('k-demo-7431-canary', '⟨sly:token⟩'), clean: true })
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('[M2.3] a text may end before a value or after it, never inside', () => {
  const search = searchFor({ token: 'k-demo-7431-canary' })
  const text = 'ü 🦊 k-demo-7431-canary, more'
  const cuts = Array.from({ length: text.length + 2 }, (_, limit) => text.slice(0, search.cutBefore(text, limit)))
  expect(new Set(cuts)).toEqual(
    new Set(['', 'ü', 'ü ', 'ü 🦊', 'ü 🦊 ', ...Array.from({ length: 7 }, (_, more) => text.slice(0, 23 + more))]),
  )
})

describe('masking plain text', () => {
  test('[M2.5] every occurrence is replaced, whatever stands before it', () => {
    expect(search.mask(`é🦊 ${SECRET}, ${SECRET.toUpperCase()}: 4,111,111,111,111,234`).text).toBe(
      'é🦊 ⟨sly:api_key⟩, ⟨sly:api_key⟩: ⟨sly:card⟩',
    )
  })

  test('[M2.4] weak values stay', () => {
    expect(searchFor({ pin: '9071' }).mask('the pin is 9071').text).toBe('the pin is 9071')
  })
})
