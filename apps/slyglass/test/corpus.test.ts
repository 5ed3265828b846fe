// The public networks as they are: each loads, and each with a front man answers a chat with the offline model.
import { devAssets } from '@slyglass/environment/testing'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { COLLECTIONS, type CorpusRow, haveCorpus, playCollection } from './support/corpus.ts'

vi.setConfig({ hookTimeout: 300_000 })

describe.skipIf(!haveCorpus).each(COLLECTIONS)('[N-92] the public networks of $name', (collection) => {
  const rows: CorpusRow[] = []
  beforeAll(async () => {
    await playCollection(collection, await devAssets(), (row) => void rows.push(row))
  })

  test('load, and every one with a front man answers a chat with the offline model', () => {
    expect(rows.filter((row) => row.result !== 'answered' && !lacksMiddleware(row))).toEqual([])
    expect(rows).toHaveLength(collection.networks)
  })

  test('say what is missing in words that help', () => {
    const told = rows.flatMap((row) => row.told.map(({ code, message }) => `${code}: ${message}`))
    expect(told.length).toBeGreaterThan(10)
    expect(told.filter((line) => !isWords(line))).toEqual([])
  })
})

/** Middleware that is not published with the network cannot be loaded; as in the original, the answer says so. */
function lacksMiddleware({ result, told }: CorpusRow): boolean {
  const isSaid =
    /^The middleware \S+ cannot be loaded.* Put its file below PYTHONPATH|^middleware\.\S+ cannot be made: .*mem0/
  return result === 'failed: middleware-setup' && told.some(({ message }) => isSaid.test(message))
}

/** A sentence that names something, and no trace of this program's insides. */
function isWords(line: string): boolean {
  return /^[\w-]+: .{20,}/.test(line) && !/undefined|\[object|TypeError|\bat \w+ \(|node:/.test(line)
}
