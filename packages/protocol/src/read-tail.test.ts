import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTail } from './read-tail.ts'
import type { TailLine } from './replies.ts'

const lines: readonly TailLine[] = [
  { kind: 'alive' },
  { kind: 'end', run: 'run_ä€𝄞' as never },
  { kind: 'files', project: 'prj_1' as never, changed: [{ path: 'registries/größe.hocon', hash: null }] },
]

function streamOf(pieces: readonly Uint8Array[], fault?: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      if (fault === undefined) controller.close()
      else controller.error(fault)
    },
  })
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<readonly TailLine[]> {
  const seen: TailLine[] = []
  for await (const line of readTail(stream)) seen.push(line)
  return seen
}

function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ends = [...places].map((place) => place % bytes.length).sort((a, b) => a - b)
  return [0, ...ends].map((from, index) => bytes.slice(from, [...ends, bytes.length][index]))
}

describe('tail reader', () => {
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

  test('[S-41] lines arrive whole wherever the network cuts the bytes, inside letters too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(10_000), { maxLength: 20 }), async (places) => {
        expect(await collect(streamOf(cut(bytes, places)))).toEqual(lines)
      }),
    )
  })

  test('[S-41] a last line without its end is not delivered', async () => {
    expect(await collect(streamOf([bytes.slice(0, bytes.length - 1)]))).toEqual(lines.slice(0, 2))
  })

  test('a line that is no JSON, or has no kind, is passed over', async () => {
    const odd = new TextEncoder().encode('nonsense\n{"a":1}\nnull\n\n{"kind":"alive"}\n')
    expect(await collect(streamOf([odd]))).toEqual([{ kind: 'alive' }])
  })

  test('a consumer that leaves closes the stream', async () => {
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const line of readTail(stream)) if (line.kind === 'alive') break
    expect(cancelled).toBe(true)
  })
})
