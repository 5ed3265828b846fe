// Every observation whose area has a runner, one test each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, parseJson, toJson } from '@slyglass/base'
import type { HostAssets } from '@slyglass/environment'
import { devAssets } from '@slyglass/environment/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { AREAS, checkBubVector } from './areas.ts'
import { type BubVector, readBubVector } from './bub-vector.ts'

const FILE = join(import.meta.dirname, '../../../../../../fixtures/recordings/bub/vectors.jsonl')

function readAll(): readonly BubVector[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const parsed = parseJson(line)
      const vector = parsed.ok && isJsonObject(parsed.value) ? readBubVector(parsed.value) : undefined
      return vector === undefined ? [] : [vector]
    })
}

describe('what Bub was seen to do', () => {
  const vectors = readAll()
  let assets: HostAssets
  beforeAll(async () => {
    assets = await devAssets()
  })

  const tools = () => ({ dist: '', env: process.env, assets })

  test.each(vectors.filter(({ area }) => AREAS.has(area)).map((vector) => [vector.area, vector.id, vector] as const))(
    '[B-12] [B-43] [B-57] [B-64] [B-65] [B-66] [B-67] [B-68] [B-69] %s %s',
    async (_area, _id, vector) => {
      expect(await checkBubVector(vector, tools())).toBeUndefined()
    },
    60_000,
  )

  test('an area that nobody checks has failed, and so has an observation', async () => {
    const [one] = vectors
    if (one === undefined) throw new Error('there are no observations')
    expect(await checkBubVector({ ...one, area: 'weather' }, tools())).toBe('nothing checks the area weather')
    expect(await checkBubVector({ ...one, area: 'hooks', id: 'bub-999' }, tools())).toBe('nothing checks bub-999')
  })

  test('another answer than the one that was seen fails with both', async () => {
    const [call] = vectors.filter(({ id }) => id === 'bub-013')
    if (call === undefined) throw new Error('bub-013 is missing')
    const expected = toJson({ result: '6', error: null })
    const failure = await checkBubVector({ ...call, expected: isJsonObject(expected) ? expected : new Map() }, tools())
    expect(failure).toBe('result: expected "6", got "5"')
  })
})
