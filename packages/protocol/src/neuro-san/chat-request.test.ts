import { type Json, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readChatRequest, sizeFault } from './chat-request.ts'

const MOST = 4_000_000

const faultOf = (text: string, context: Json = new Map()): string | undefined => {
  const read = readChatRequest(
    new Map<string, Json>([
      ['user_message', toJson({ text })],
      ['chat_context', context],
    ]),
  )
  if (!read.ok) throw new Error(read.error)
  return sizeFault(read.value)
}

const contextOf = (...texts: readonly string[]): Json =>
  toJson({ chat_histories: [{ origin: [], messages: texts.map((text) => ({ type: 'HUMAN', text })) }] })

describe('the size of a chat', () => {
  test('of its message has an end, and one that is over it is told so with both numbers', () => {
    expect(faultOf('a'.repeat(MOST))).toBeUndefined()
    expect(faultOf('a'.repeat(MOST + 1))).toMatch(/user_message has 4000001 characters; 4000000 is the most/)
  })

  test('of its context is that of all of its texts together', () => {
    const half = 'a'.repeat(MOST)
    expect(faultOf('x', contextOf('a'.repeat(MOST - 100), half))).toBeUndefined()
    expect(faultOf('x', contextOf(half, half, half))).toMatch(/chat_context have more than 8000000 characters/)
  })
})
