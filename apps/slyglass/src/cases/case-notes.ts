// What is to be said of a test besides whether it passed.
import { positionAt } from '@slyglass/base'
import { diagnosticsOf, NetworkView } from '@slyglass/network/language'
import { expectationsIn } from './evaluators.ts'
import type { TestCase } from './read-case.ts'

/** Keys that nothing reads, such as `keyword`: neuro-san passes over them, so what they hold is compared with nothing. */
export function unreadKeys(text: string): readonly string[] {
  const doc = 'test.hocon'
  const view = new NetworkView({ network: doc, file: doc, texts: { [doc]: text }, kinds: { [doc]: 'test-case' } })
  return diagnosticsOf(view).flatMap(({ code, message, at }) => {
    if (code !== 'unknown-key') return []
    const { line, column } = positionAt(text, at.from)
    return `line ${line}, column ${column}: ${message}`
  })
}

/** True when no answer is held to anything, so that any answer passes. */
export function comparesNothing({ interactions }: TestCase): boolean {
  return interactions.every(({ expected }) => expectationsIn(expected, new Map()).length === 0)
}
