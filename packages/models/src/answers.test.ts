import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents, readWhole } from './answers.ts'
import { FailedAnswer } from './read-response.ts'

function inPieces(text: string, cuts: readonly number[]): Response {
  const bytes = new TextEncoder().encode(text)
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece)
        controller.close()
      },
    }),
  )
}

async function eventsOf(text: string, cuts: readonly number[] = []): Promise<unknown[]> {
  const events: unknown[] = []
  for await (const event of readEvents(inPieces(text, cuts))) events.push(event)
  return events
}

describe('events of a stream', () => {
  it('are the same wherever the bytes are cut, with every kind of line end', async () => {
    const cut = fc.array(fc.nat(200), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.constantFrom('\n', '\r\n', '\r'),
        cut,
        async (said, end, cuts) => {
          const text = said.map((one) => `event: x${end}data: ${JSON.stringify({ one })}${end}${end}`).join('')
          expect(await eventsOf(text, cuts)).toEqual(said.map((one) => ({ one })))
        },
      ),
    )
  })

  it('may have several lines of data, comments between them, and no empty line at the end', async () => {
    expect(await eventsOf(': hello\n\ndata: {"a":\ndata:1}\nid: 3\n\ndata: 2')).toEqual([{ a: 1 }, 2])
  })

  it('end with the last of them, and the rest of the answer is read', async () => {
    const answer = inPieces('data: 1\n\ndata: [DONE]\n\ndata: 2\n\n', [9, 20])
    const events: unknown[] = []
    for await (const event of readEvents(answer)) events.push(event)
    expect(events).toEqual([1])
    expect(answer.bodyUsed).toBe(true)
  })

  it('that are an error say what the endpoint says', async () => {
    await expect(eventsOf('data: {"error":{"message":"too hot"}}\n\n')).rejects.toThrow(new FailedAnswer('too hot'))
    await expect(eventsOf('data: {"error":"too hot"}\n\n')).rejects.toThrow(new FailedAnswer('too hot'))
  })
})

describe('a whole answer', () => {
  const typed = (type: string, text: string) => readWhole(new Response(text, { headers: { 'content-type': type } }))

  it('is read as JSON where the endpoint calls it that, else as text', async () => {
    expect(await typed('application/json; charset=utf-8', '{"a":1}')).toEqual({ a: 1 })
    expect(await typed('application/problem+json', '[1]')).toEqual([1])
    expect(await typed('text/plain', '[1]')).toBe('[1]')
    await expect(typed('application/json', 'no')).rejects.toThrow(SyntaxError)
  })
})
