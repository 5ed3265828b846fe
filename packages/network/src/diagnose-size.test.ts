import { expect, test } from 'vitest'
import { readNetwork } from './index.ts'

const told = (body: string, studio = '') => {
  const text = `{ ${studio} tools = [
    { name = desk, function.description = "Answers what clients ask", instructions = "Help.", tools = [calc] }
    { name = calc, class = "calc.Calc", ${body} }
  ] }`
  return readNetwork({ network: 'n', file: 'n.hocon', texts: { 'n.hocon': text } }).diagnostics.map(
    ({ code, severity, at }) => `${severity} ${code} ${text.slice(at.from, at.to).slice(0, 12)}`,
  )
}
const schema = (inner: string) =>
  `function { description = "Adds two numbers up", parameters { type = object, properties { a { ${inner} } } } }`
const object = (inner: string) => `type = object, properties { b { ${inner} } }`

test('[U-79] a description of more than 1,024 characters gets a hint', () => {
  const words = (length: number) => `function.description = "${'Adds numbers up. '.repeat(100).slice(0, length)}"`
  expect(told(words(1024))).toEqual([])
  expect(told(words(1025))).toEqual(['hint long-description "Adds number'])
})

test('[U-80] parameters that are nested more than three levels deep get a hint, flat ones none', () => {
  expect(told(schema('type = string'))).toEqual([])
  expect(told(schema(object(object('type = string'))))).toEqual([])
  expect(told(schema(object(object(object('type = string')))))).toEqual(['hint deep-schema a'])
  expect(told(schema(`type = array, items { ${object(object('type = string'))} }`))).toEqual(['hint deep-schema a'])
})

test('[U-79] a tool whose arguments nobody checks gets a hint', () => {
  const body = `${schema('type = string')}, studio`
  expect(told(`${body} { validate_args = off }`)).toEqual(['hint unvalidated calc'])
  expect(told(`${body} { validate_args = strict }`, 'studio.validate_args = off,')).toEqual([])
  expect(told(`${body} { category = execute, validate_args = off }`)).toEqual(['hint unguarded calc'])
})
