import type Database from 'libsql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGroupWrites } from './group-writes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What is said to a database, in its order. */
function listen() {
  const said: string[] = []
  const database = { exec: (sql: string) => said.push(sql), inTransaction: true }
  const writes = createGroupWrites(database as unknown as Database.Database)
  const write = (name: string, when?: 'now' | 'soon') => {
    const work = () => {
      said.push(name)
      return name
    }
    return writes.write(work, when)
  }
  const take = () => said.splice(0).join(' ')
  return { writes, write, take }
}

const turn = () => vi.advanceTimersByTimeAsync(0)

test('what arrives in one turn shares a transaction, in the order of the calls', async () => {
  const { write, take } = listen()
  const done = Promise.all([write('a'), write('b'), write('c')])
  await turn()
  expect(take()).toBe('BEGIN IMMEDIATE a b c COMMIT')
  expect(await done).toEqual(['a', 'b', 'c'])
})

test('who writes alone does not wait for others', async () => {
  const { write, take } = listen()
  for (const name of ['a', 'b', 'c']) {
    void write(name)
    await turn()
    expect(take()).toBe(`BEGIN IMMEDIATE ${name} COMMIT`)
  }
})

test('while many write, those of later turns join the transaction that waits', async () => {
  const { write, take } = listen()
  void write('a')
  void write('b')
  await turn()
  take()
  void write('c')
  await turn()
  void write('d')
  await turn()
  expect(take()).toBe('')
  await vi.runOnlyPendingTimersAsync()
  expect(take()).toBe('BEGIN IMMEDIATE c d COMMIT')
})

test('when only one is left, it does not wait any longer', async () => {
  const { write, take } = listen()
  void write('a')
  void write('b')
  await turn()
  void write('c')
  await vi.runOnlyPendingTimersAsync()
  take()
  void write('d')
  await turn()
  expect(take()).toBe('BEGIN IMMEDIATE d COMMIT')
})

test('what need not be done at once goes with the next that must, and makes no crowd', async () => {
  const { write, take } = listen()
  void write('a', 'soon')
  await turn()
  expect(take()).toBe('')
  void write('b')
  await turn()
  expect(take()).toBe('BEGIN IMMEDIATE a b COMMIT')
  void write('c')
  await turn()
  expect(take()).toBe('BEGIN IMMEDIATE c COMMIT')
})

test('what need not be done at once is done without another', async () => {
  const { write, take } = listen()
  void write('a', 'soon')
  await vi.runOnlyPendingTimersAsync()
  expect(take()).toBe('BEGIN IMMEDIATE a COMMIT')
})

test('one that is refused takes none of the others along', async () => {
  const { writes, write, take } = listen()
  const refuse = () => {
    throw new Error('it does not follow')
  }
  const ends = Promise.allSettled([write('a'), writes.write(refuse), write('b')])
  await turn()
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(take()).toBe(
    'BEGIN IMMEDIATE a ROLLBACK BEGIN IMMEDIATE a COMMIT BEGIN IMMEDIATE ROLLBACK BEGIN IMMEDIATE b COMMIT',
  )
})

test('a flush writes at once what waits for others', async () => {
  const { writes, write, take } = listen()
  void write('a')
  void write('b')
  await turn()
  take()
  const late = write('c')
  writes.flush()
  expect(take()).toBe('BEGIN IMMEDIATE c COMMIT')
  expect(await late).toBe('c')
  await vi.runOnlyPendingTimersAsync()
  expect(take()).toBe('')
})
