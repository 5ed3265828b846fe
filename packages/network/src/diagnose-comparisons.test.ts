import { expect, test } from 'vitest'
import { diagnoseComparisons } from './diagnose-comparisons.ts'
import { evaluateInput } from './read-network.ts'

const told = (text: string) => {
  const { value } = evaluateInput({ file: 'a_test.hocon', texts: { 'a_test.hocon': text } })
  return diagnoseComparisons(value).map(({ code, at, message }) => [code, text.slice(at.from, at.to), message])
}

test('[N-94] less and greater are told to look from the value in the file', () => {
  expect(told('{ agent = a, interactions = [ { text = hi, response { sly_data { count { less = 5 } } } } ] }')).toEqual(
    [
      [
        'reversed-comparison',
        'less',
        'less looks from this value: it passes when this is less than what came. neuro-san does the same, against its documents.',
      ],
    ],
  )
  const two = '{ interactions = [ { response { structure { a { greater = 1, value = 2 }, b { not_less = 3 } } } } ] }'
  expect(told(two).map(([, place]) => place)).toEqual(['greater', 'not_less'])
})

test.each([
  '{ interactions = [ { response { text { keywords = less } } } ] }',
  // A key of the answer may be called so too.
  '{ interactions = [ { response { structure { less { value = 1 } } } } ] }',
  '{ interactions = [ { sly_data { less = 5 } } ] }',
  '{ less = 5 }',
  '[]',
])('%s compares nothing', (text) => {
  expect(told(text)).toEqual([])
})
