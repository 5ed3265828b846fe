import { readNetwork } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'
import { expect, test } from 'vitest'
import { stillHolds, toolSourceOf } from './tool-sources.ts'

const FILE = 'registries/desk.hocon'
const read = (text: string) => readNetwork({ network: 'desk', file: FILE, texts: { [FILE]: text }, env: {} })
const entryOf = (name: string, className: string) => {
  const [, entry] = read(`
    tools = [
      { name = desk, function.description = "d", instructions = "i", tools = [${name}] }
      { name = ${name}, function.description = "d", class = "${className}" }
    ]`).entries
  if (entry === undefined) throw new Error('the text has two entries')
  return entry
}
const tool = (entry: string, className: string): ToolSourceReply => ({
  entry,
  className,
  language: 'python',
  file: 'coded_tools/fares.py',
  tried: [],
  shadowed: [],
  slyKeys: [],
})
const KNOWN = [tool('fares', 'fares.Fares'), tool('rates', 'fares.Rates')]

test('a renamed entry keeps what is known of its class', () => {
  expect(toolSourceOf(entryOf('prices', 'fares.Fares'), KNOWN)).toBe(KNOWN[0])
})

test('an entry whose class was changed is not told about the class it had', () => {
  expect(toolSourceOf(entryOf('fares', 'fares.Rates'), KNOWN)).toBe(KNOWN[1])
  expect(toolSourceOf(entryOf('fares', 'fares.Other'), KNOWN)).toBeUndefined()
})

test('an answer holds as long as the text has the class that it is about', () => {
  const network = read('tools = [{ name = a, function.description = "d", class = "fares.Fares" }]')
  expect(KNOWN.map((each) => stillHolds(each, network))).toEqual([true, false])
  expect(stillHolds(tool('rates', 'fares.Rates'), undefined)).toBe(true)
})
