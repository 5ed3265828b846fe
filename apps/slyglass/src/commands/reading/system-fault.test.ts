import { describe, expect, test } from 'vitest'
import { isSystemFault, systemFaultText } from './system-fault.ts'

const fault = (code: string, message: string, more: object = {}) => Object.assign(new Error(message), { code, ...more })

describe('what the system refused', () => {
  test.each([
    [
      'SQLITE_BUSY',
      'database is locked',
      'The run database is held by another program. Wait until it is done, or end it, and try again.',
    ],
    [
      'SQLITE_BUSY_SNAPSHOT',
      'database is locked',
      'The run database is held by another program. Wait until it is done, or end it, and try again.',
    ],
    [
      'SQLITE_FULL',
      'database or disk is full',
      'The run database does not fit: the disk is full. Make room and try again.',
    ],
    ['SQLITE_IOERR_WRITE', 'disk I/O error', 'The run database cannot be read or written. Check the disk.'],
  ])('a fault of the run database, %s, is a sentence', (code, message, text) => {
    const cause = fault(code, message)
    expect(isSystemFault(cause)).toBe(true)
    expect(systemFaultText(cause)).toBe(text)
  })

  test('a file that may not be written is named', () => {
    const cause = fault('EACCES', 'EACCES: permission denied', { syscall: 'open', path: '/srv/desk/a.hocon' })
    expect(systemFaultText(cause)).toBe('/srv/desk/a.hocon may not be read or written. Check its permissions.')
  })

  test.each([new Error('x is undefined'), fault('SQLITE_CONSTRAINT', 'UNIQUE constraint failed'), 'text', undefined])(
    'a mistake of our own is none: %s',
    (cause) => expect(isSystemFault(cause)).toBe(false),
  )
})
