import Database from 'libsql'
import { expect, test } from 'vitest'
import { createGroupWrites } from './group-writes.ts'

test('a full disk is told as what it is, and writing goes on when there is room', async () => {
  const database = new Database(':memory:')
  database.exec('CREATE TABLE t (x TEXT); PRAGMA max_page_count = 20')
  const writes = createGroupWrites(database)
  const insert = (text: string) => () => void database.prepare('INSERT INTO t VALUES (?)').run(text)
  const asked = [
    writes.write(insert('small')),
    writes.write(insert('x'.repeat(200_000))),
    writes.write(insert('other')),
  ]
  const ends = await Promise.allSettled(asked)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(ends[1]).toMatchObject({ reason: { code: 'SQLITE_FULL' } })
  database.exec('PRAGMA max_page_count = 1000')
  await writes.write(insert('x'.repeat(200_000)))
  expect(database.prepare('SELECT length(x) AS n FROM t ORDER BY rowid').all()).toEqual([
    { n: 5 },
    { n: 5 },
    { n: 200_000 },
  ])
  database.close()
})
