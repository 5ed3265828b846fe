import { expect, test } from 'vitest'
import { failureOf } from './open-database.ts'

test('a database on a full disk says to make room, one that may not be opened to look at the folder', () => {
  const told = (code: string) => failureOf('/data/runs.db', Object.assign(new Error('no'), { code }))
  expect(told('SQLITE_FULL')).toMatchObject({ code: 'store-full', message: expect.stringContaining('Make room') })
  expect(told('SQLITE_CANTOPEN')).toMatchObject({
    code: 'store-unreadable',
    message: expect.stringContaining('Check that the folder exists'),
  })
})
