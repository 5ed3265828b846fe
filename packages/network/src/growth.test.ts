import { describe, expect, test } from 'vitest'
import { readNetwork } from './index.ts'

const times = (count: number, make: (index: number) => string, between = '\n') =>
  Array.from({ length: count }, (_, index) => make(index)).join(between)

const network = (text: string) => readNetwork({ network: 'x', file: 'x.hocon', texts: { 'x.hocon': text } })
const codes = (text: string) => network(text).diagnostics.map(({ code }) => code)

const DESK = 'name = Desk, instructions = "Hi {k0}", function { description = d }'

describe('a short file that would become more than a machine holds', () => {
  test.each([
    [
      'texts in texts',
      `commondefs.replacement_strings { ${times(40, (at) => `k${at} = "{k${at + 1}}{k${at + 1}}"`)}, k40 = ha }, tools = [{ ${DESK} }]`,
    ],
    [
      'long texts, many times',
      `commondefs.replacement_strings.k0 = "${'x'.repeat(100_000)}", tools = [{ ${DESK}, args.a = "${'{k0}'.repeat(1000)}" }]`,
    ],
    [
      'values in values',
      `commondefs.replacement_values { a = [${times(2000, () => 'b', ',')}], b = [${times(2000, () => 'c', ',')}], c = d }
       tools = [{ ${DESK}, args.a = [${times(2000, () => 'a', ',')}] }]`,
    ],
    [
      'defaults of very many entries',
      `llm_config { ${times(1000, (at) => `some_key_${at} = ${at}`)} }, tools = [${times(1200, (at) => `{ name = a${at}, class = b }`)}]`,
    ],
  ])('is an error, not the end of the program: %s', (_, text) => {
    expect(codes(text)).toContain('too-large')
  })

  test('is told where it is', () => {
    const text = `commondefs.replacement_strings.k0 = "${'x'.repeat(100_000)}"\ntools = [{ ${DESK}, args.a = "${'{k0}'.repeat(1000)}" }]`
    const [found] = network(text).diagnostics.filter(({ code }) => code === 'too-large')
    expect(text.slice(found?.at.from, found?.at.to)).toContain('{k0}{k0}')
  })
})

test('a network that uses its definitions often is none of them', () => {
  const text = `commondefs { replacement_strings.k0 = "${'x'.repeat(1000)}", replacement_values.p { type = string, description = "{k0}" } }
    llm_config.model_name = gpt-4o
    tools = [{ ${DESK} }, ${times(500, (at) => `{ name = a${at}, class = b, function { description = "{k0}", parameters { type = object, properties.a = p } } }`)}]`
  expect(codes(text)).not.toContain('too-large')
  expect(network(text).entries).toHaveLength(501)
})
