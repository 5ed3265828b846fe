import { describe, expect, test } from 'vitest'
import { Pieces } from './pieces.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function body() {
  const told: string[] = []
  const pieces = new Pieces({
    pause: () => told.push('pause'),
    resume: () => told.push('resume'),
    close: () => told.push('close'),
  })
  return { pieces, told }
}

async function textOf(pieces: Pieces): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += new TextDecoder().decode(piece)
  return text
}

describe('the pieces of a body', () => {
  test('come in their order, whether they are waited for or not', async () => {
    const { pieces, told } = body()
    const text = textOf(pieces)
    pieces.add(bytes('one'))
    await Promise.resolve()
    pieces.add(bytes('two'))
    pieces.add(bytes('three'))
    pieces.end()
    expect([await text, told]).toEqual(['onetwothree', []])
    expect(await pieces.next()).toEqual({ done: true, value: undefined })
  })

  test('hold their source back until what waits is read', async () => {
    const { pieces, told } = body()
    const many = Array.from({ length: 40 }, (_, at) => `${at},`)
    for (const piece of many) if (told.length === 0) pieces.add(bytes(piece))
    expect(told).toEqual(['pause'])
    const read = (await pieces.next()).value
    expect([new TextDecoder().decode(read ?? undefined), told]).toEqual(['0,', ['pause']])
    pieces.end()
    const text = await textOf(pieces)
    expect(many.join('').startsWith(`0,${text}`)).toBe(true)
    expect(told).toEqual(['pause', 'resume'])
  })

  test('that came before a cut are read first; a stop counts at once', async () => {
    const [cut, stopped] = [body().pieces, body().pieces]
    for (const pieces of [cut, stopped]) pieces.add(bytes('half'))
    cut.fail(new Error('cut'))
    stopped.stop(new Error('stopped'))
    expect((await cut.next()).done).toBe(false)
    await expect(cut.next()).rejects.toThrow('cut')
    await expect(stopped.next()).rejects.toThrow('stopped')
    const { pieces } = body()
    const waiting = pieces.next()
    pieces.stop(new Error('stopped'))
    pieces.end()
    await expect(waiting).rejects.toThrow('stopped')
  })

  test('that nobody reads on close their source, unless it has ended', async () => {
    const [open, ended] = [body(), body()]
    ended.pieces.add(bytes('all'))
    ended.pieces.end()
    for (const { pieces } of [open, ended]) {
      pieces.add(bytes('one'))
      for await (const _ of pieces) break
      expect(await pieces.next()).toEqual({ done: true, value: undefined })
    }
    expect([open.told, ended.told]).toEqual([['close'], []])
  })
})
