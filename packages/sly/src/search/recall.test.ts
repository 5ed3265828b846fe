import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVault } from '../vault.ts'

const hmac = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex')

function searchFor(values: Record<string, unknown>, publicText = '') {
  const entries = Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)] as const)
  return createVault({ hmac, values: new Map(entries) }).search(publicText)
}

/** Sixty values of twelve kinds, each with letters or digits enough to be told from words. */
const VALUES: readonly string[] = Array.from({ length: 5 }, (_, n) => [
  `k-demo-74${n}1-canary`,
  `sk-${n}fQ81zzyyPq03Lm/ab+cd==${n}`,
  `4111 1111 1111 11${n}1`.replaceAll(' ', ''),
  `123-45-67${n}9`,
  `Zoë Müller-Ångström ${n}`,
  `line one ${n}\nline "two"\ttab`,
  `C:\\users\\new\\${n}\\report.txt`,
  `o'reilly & sons <${n}> "q"`,
  `${n}f1d0a52-9c3b-4e7a-8a77-0b1c2d3e4f5a`,
  `mail${n}@example.test?x=1&y=ü`,
  `Секретное слово ${n}`,
  `🦊 fox den ${n} 🦊 burrow`,
]).flat()

const python = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`
const escaped = (code: number): string =>
  code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : code < 0x10000
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`
const pythonAscii = (text: string): string =>
  text.replace(/[\u0080-\u{10ffff}]/gu, (letter) => escaped(letter.codePointAt(0) ?? 0))
const bytes = (text: string): string =>
  python(Buffer.from(text).toString('latin1')).replace(/[\u0080-\u00ff]/g, (byte) => escaped(byte.charCodeAt(0)))
const ascii = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const nested = (depth: number, text: string): string => {
  let json = JSON.stringify({ note: `x ${text} y` })
  for (let at = 1; at < depth; at += 1) json = JSON.stringify({ inner: json })
  return json
}

const HIDINGS: Record<string, (value: string) => string> = {
  'as it is': (value) => `say ${value} please`,
  'in JSON': (value) => nested(1, value),
  'in JSON in JSON': (value) => nested(2, value),
  'in JSON three deep': (value) => nested(3, value),
  'in ASCII JSON': (value) => ascii(nested(1, value)),
  'in ASCII JSON in JSON': (value) => ascii(JSON.stringify({ args: ascii(nested(1, value)) })),
  'as Python repr': (value) => `{'note': ${python(value)}}`,
  'as Python repr in JSON': (value) => JSON.stringify({ content: `{'note': ${python(value)}}` }),
  'as ASCII Python repr': (value) => `{'note': ${pythonAscii(python(value))}}`,
  'as ASCII Python repr in JSON': (value) => JSON.stringify({ content: pythonAscii(python(value)) }),
  'as Python bytes': (value) => `b${bytes(value)}`,
  'as Python bytes in JSON': (value) => JSON.stringify({ content: `b${bytes(value)}` }),
  composed: (value) => `say ${value.normalize('NFC')}`,
  'taken apart': (value) => `say ${value.normalize('NFD')}`,
  'URL-encoded': (value) => `?q=${encodeURIComponent(value)}&r=1`,
  'form-encoded': (value) => new URLSearchParams({ q: value }).toString(),
  'URL-encoded twice': (value) => `?q=${encodeURIComponent(encodeURIComponent(value))}`,
  'as HTML': (value) =>
    `<p>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')}</p>`,
  'in upper case': (value) => `SAY ${value.toUpperCase()}`,
  'in base64': (value) => `v=${base64(value)};`,
  'in base64 after one byte': (value) => `v=${base64(`a${value}b`)};`,
  'in base64 after two bytes': (value) => `v=${base64(`ab${value}`)};`,
  'in URL-safe base64': (value) => `v=${base64(`??>>${value}`).replaceAll('+', '-').replaceAll('/', '_')};`,
  'as JSON in base64': (value) => base64(JSON.stringify({ token: value })),
  'in base64 of base64': (value) => base64(`x: ${base64(`the value is ${value} today`)}`),
  'in base64 broken at 40': (value) =>
    JSON.stringify({ mime: base64(`header ${value} trailer`).replace(/.{40}/g, '$&\r\n') }),
  'in hex': (value) => `0x${Buffer.from(value).toString('hex').toUpperCase()}`,
  'with basic auth': (value) => `Authorization: Basic ${base64(`user:${value}`)}`,
  dashed: (value) => [...value].join('-'),
  'with blanks': (value) => [...value].join(' '),
  'one per line in JSON': (value) => JSON.stringify({ content: [...value].join('\n') }),
  reversed: (value) => `<${[...value].reverse().join('')}>`,
}

describe('a planted value is found', () => {
  for (const [name, hide] of Object.entries(HIDINGS)) {
    test(`[S-32] ${name}: ${VALUES.length} of ${VALUES.length}`, () => {
      const missed = VALUES.filter((value) => {
        const hits = searchFor({ token: value }).find(`before ${hide(value)} after`)
        return !hits.some((hit) => hit.key === 'token' && hit.strength === 'strong')
      })
      expect(missed).toEqual([])
    })
  }
})

test('[S-32] a look at many texts at once misses nothing that masking one of them would change', () => {
  const request = (value: string) => {
    const [first, second] = [value.slice(0, value.length / 2), value.slice(value.length / 2)]
    return JSON.stringify({ messages: [{ content: `a ${first}` }, { content: `${second} b` }] })
  }
  const hidings = [...Object.values(HIDINGS), request]
  const around = fc.array(
    fc.constantFrom('', 'n', '\\', '{', 'QUJDREVGR0hJSktMTU5PUFFSU1RV', '"input"', '{"messages":[]}', '1 2'),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...VALUES),
      fc.constantFrom(...hidings),
      around,
      around,
      (value, hide, before, after) => {
        const search = searchFor({ token: value })
        const hidden = hide(value)
        const others = [...before, ...after].some((text) => search.mask(text).hits.length > 0)
        if (search.mask(hidden).hits.length + Number(others) > 0)
          expect(search.mayMask([...before, hidden, ...after])).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
  expect(searchFor({ token: 'k-demo-7431-canary' }).mayMask(['nothing', 'of', 'the kind'])).toBe(false)
})

test('[S-32] offsets count UTF-8 bytes of the exact text', () => {
  const text = 'né 🦊 then k-demo-7431-canary!'
  const [hit, ...more] = searchFor({ api_key: 'k-demo-7431-canary' }).find(text)
  expect(more).toEqual([])
  expect(
    Buffer.from(text)
      .subarray(hit!.offset, hit!.offset + hit!.length)
      .toString(),
  ).toBe('k-demo-7431-canary')
})

test('[M2.3] one occurrence is reported once, whatever spellings and passes see it', () => {
  const search = searchFor({ api_key: 'AbcDef123456789012345' })
  expect(search.find('x AbcDef123456789012345 y AbcDef123456789012345').map((hit) => hit.form)).toEqual(['raw', 'raw'])
})

test('[M2.3] a truncated half of a long value is found, and its whole extent is reported', () => {
  const value = Array.from({ length: 40 }, (_, n) => `row ${n * 7919}: ${(n * 104729).toString(36)}`).join('; ')
  const half = value.slice(0, value.length / 2)
  const text = `start ${half}|end`
  const hits = searchFor({ report: value }).find(text)
  expect(hits).toMatchObject([{ key: 'report', offset: 6, length: half.length, form: 'part of raw' }])
})

test('[M2.3] a value split over neighbouring messages is found', () => {
  const body = JSON.stringify({
    model: 'm',
    messages: [
      { role: 'user', content: 'first half 4111 1111' },
      { role: 'user', content: '1111 1234 second' },
    ],
  })
  const hits = searchFor({ card: '4111111111111234' }).find(body)
  expect(hits).toMatchObject([{ key: 'card', form: 'raw, split over messages' }])
})

test('[M2.2] numbers are found with decimals and thousands separators', () => {
  const search = searchFor({ balance: 1234567.5 })
  for (const text of [
    '1234567.5',
    '1234567.50',
    '1,234,567.50',
    '1.234.567,50',
    '1 234 567,5',
    '"1\u00a0234\u00a0567,50"',
  ])
    expect(search.find(`is ${text} now`), text).toHaveLength(1)
})

test('[M2.2] nested keys and items of a value are looked for', () => {
  const search = searchFor({ board: { 'patient-99812': ['flu shot 2024'] } })
  expect(search.find('the patient-99812 had a flu shot 2024').map((hit) => hit.key)).toEqual(['board', 'board'])
})

test('[M2.2] the parts of JSON that is kept as text are looked for, also three texts deep', () => {
  const secret = { client_secret: 'cs-CANARY-9f', private_key: '-----BEGIN\nMIIEvQIBADANBg\n' }
  const once = searchFor({ creds: JSON.stringify(secret, null, 2) })
  for (const text of Object.values(secret)) expect(once.find(`is ${text}!`).map((hit) => hit.key)).toEqual(['creds'])
  const deep = searchFor({ creds: JSON.stringify({ a: JSON.stringify([JSON.stringify(secret)]) }) })
  expect(deep.find('is cs-CANARY-9f!').map((hit) => hit.key)).toEqual(['creds'])
})

test('[M2.2] a number with an exponent is found as programs print it', () => {
  const search = createVault({ hmac, values: new Map([['n', '1.23456789e11']]) }).search('')
  for (const text of ['1.23456789e11', '123456789000', '123,456,789,000', '123456789000.0'])
    expect(search.find(`is ${text} now`), text).toHaveLength(1)
})

test.each([
  ['digits', '9'.repeat(200_000)],
  ['digits after the point', `1.${'9'.repeat(200_000)}`],
  ['an exponent', `1e${'9'.repeat(200_000)}`],
  ['text', JSON.stringify('é"\\ '.repeat(50_000))],
])('a value with endless %s does not hold up the search', (_, text) => {
  const started = performance.now()
  const vault = createVault({ hmac, values: new Map([['n', text]]) })
  vault.search('public').mask(`it is ${text}`)
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('a vault of very many keys does not hold up the search', () => {
  const values = new Map(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, '"few"'] as const))
  const started = performance.now()
  const search = createVault({ hmac: () => '', values: new Map([...values, ['token', '"k-demo-7431"']]) }).search('')
  expect(search.classes).toEqual({ strong: 1, weak: 0, public: 0, unsearchable: 60_000 })
  expect(performance.now() - started).toBeLessThan(20_000)
})

describe('classes of values', () => {
  test('[M2.4] every key counts in one class', () => {
    const search = searchFor(
      { token: 'k-demo-7431', pin: '9071', plan: 'premium', on: true, none: null, n: 3, e: {} },
      'premium or basic',
    )
    expect(search.values).toBe(7)
    expect(search.classes).toEqual({ strong: 1, weak: 1, public: 1, unsearchable: 4 })
    expect(search.keys.slice(0, 3)).toEqual([
      { key: 'token', strength: 'strong' },
      { key: 'pin', strength: 'weak' },
      { key: 'plan', strength: 'public' },
    ])
  })

  test('[M2.4] a weak value is found between word boundaries only', () => {
    const search = searchFor({ city: 'Bonn' })
    expect(search.find('Bonn, Bonner, xBonn, "\\nBonn"').map((hit) => [hit.offset, hit.strength])).toEqual([
      [0, 'weak'],
      [24, 'weak'],
    ])
  })

  test('[M2.4] a word of the public text is reported apart from strong ones', () => {
    const search = searchFor({ plan: 'premium' }, 'choose premium')
    expect(search.find('premium')).toMatchObject([{ strength: 'public' }])
    expect(search.mask('premium').text).toBe('premium')
  })
})

describe('no false alarm', () => {
  test('[M2.4] a list of small numbers is not the hex of a number in words', () => {
    expect(searchFor({ code: '12345' }).find('[31, 32, 33, 34, 35]')).toEqual([])
  })

  const search = searchFor(Object.fromEntries(VALUES.map((value, at) => [`v${at}`, value])))

  test('[M2.4] random text holds none of the values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        expect(search.find(text)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('[M2.4] random base64 and hex hold none of the values', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 400, maxLength: 2_000 }), (bytes) => {
        expect(search.find(Buffer.from(bytes).toString('base64'))).toEqual([])
        expect(search.find(Buffer.from(bytes).toString('hex'))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

test('[M2.3] a text that repeats a long value, or is one long period of it, is searched before the test gives up', () => {
  const period = 'x1y2z3w4'.repeat(400)
  const search = searchFor({ long: period, short: 'k-demo-7431-canary' })
  expect(search.find('x1y2z3w4'.repeat(12_000)).length).toBeGreaterThan(0)
  expect(search.find('k-demo-7431-canary '.repeat(5_000))).toHaveLength(5_000)
})
