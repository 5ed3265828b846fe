import { describe, expect, test } from 'vitest'
import { readPrinted } from './printed-link.ts'

const TOKEN = 'a'.repeat(43)
const HERE = 'http://127.0.0.1:4600'

describe('the link that was printed', () => {
  test.each([`${HERE}/#t=${TOKEN}`, `Slyglass is ready: ${HERE}/#t=${TOKEN}\n`, `#t=${TOKEN}`, ` ${TOKEN} `])(
    'is read out of %j, and the tab stays where it is',
    (text) => {
      expect(readPrinted(text, HERE)).toEqual({ ok: true, value: `#t=${TOKEN}` })
    },
  )

  test('of a server at another address leads there', () => {
    const link = `http://127.0.0.1:4700/#t=${TOKEN}`
    expect(readPrinted(link, HERE)).toEqual({ ok: true, value: link })
  })

  test.each(['', 'hello', HERE, `${HERE}/#/prj_1`, `javascript:alert(1)#x=${TOKEN}`])('is not %j', (text) => {
    expect(readPrinted(text, HERE)).toMatchObject({ ok: false, error: expect.stringContaining('Slyglass is ready:') })
  })

  test('leads to no address that is no web page', () => {
    expect(readPrinted(`javascript:alert(1)#t=${TOKEN}`, HERE)).toEqual({ ok: true, value: `#t=${TOKEN}` })
  })
})
