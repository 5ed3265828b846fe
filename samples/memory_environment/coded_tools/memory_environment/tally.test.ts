// The same tool in an environment that each test fills: no disk, no programs, nothing to clean up.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type MemoryOptions, memoryEnvironment, testContext } from 'slyglass/testing'
import { tally } from './tally.ts'

async function count(file: string, options: MemoryOptions) {
  const environment = memoryEnvironment(options)
  const result = await tally.execute({ file }, testContext({ environment: async () => environment }))
  return { result, environment }
}

describe('a tool in memory', () => {
  test('finds the files of the test, and leaves its own beside them', async () => {
    const { result, environment } = await count('list.txt', { files: { 'list.txt': 'tea\nmilk\ntea\n' } })
    assert.deepEqual(result, { tea: 2, milk: 1 })
    assert.equal(await environment.readText('tally.json'), '{"tea":2,"milk":1}')
  })

  test('tells what a program says when it fails', async () => {
    const { result } = await count('none.txt', {})
    assert.match(JSON.stringify(result), /none\.txt: ENOENT/)
  })

  test('starts the programs of the test', async () => {
    const programs: MemoryOptions['programs'] = {
      cat: ({ err }) => {
        err('the drawer is stuck\n')
        return 1
      },
    }
    const { result } = await count('list.txt', { programs })
    assert.match(JSON.stringify(result), /the drawer is stuck/)
  })
})
