import { describe, expect, test } from 'vitest'
import { evaluate, jsonOf, type Profile } from './index.ts'
import { actionsAt } from './language/index.ts'

const TEXTS: Readonly<Record<string, string>> = { 'here.conf': 'x = 1', '/facts/named.conf': 'x = 2' }
const OUTSIDE = ['link.conf', 'up/more.conf', 'blank.conf ', 'stream.conf:x']

const read = (include: string, profile: Profile, doc = 'sub/main.conf') =>
  evaluate(`include ${include}`, { profile, doc, read: (path) => TEXTS[path], outside: OUTSIDE })
const said = (include: string, profile: Profile, doc?: string) =>
  read(include, profile, doc).diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`)

const UP = 'leads out of the project; put the file into it'
const ABSOLUTE = 'is an absolute name and leads out of the project; put the file into it'
const LINK = 'leads out of the project through a link; put the file into it'

describe.each(['spec', 'neuro-san'] as const)('an include that leads out of the project, in profile %s', (profile) => {
  test.each([
    ['"../../x.conf"', `"../../x.conf" ${UP}`],
    ['"up/../../../x.conf"', `"up/../../../x.conf" ${UP}`],
    ['"..\\\\..\\\\x.conf"', `"..\\..\\x.conf" ${UP}`],
    ['"/etc/passwd"', `"/etc/passwd" ${ABSOLUTE}`],
    ['file("/etc/x.conf")', `"/etc/x.conf" ${ABSOLUTE}`],
    ['"C:/x.conf"', `"C:/x.conf" ${ABSOLUTE}`],
    ['"C:\\\\x.conf"', `"C:\\x.conf" ${ABSOLUTE}`],
    ['"\\\\\\\\host\\\\x.conf"', `"\\\\host\\x.conf" ${ABSOLUTE}`],
  ])('[B49] %s is told as such, and as an error where it is required', (include, words) => {
    expect(said(include, profile)).toEqual([`warning include-outside nothing is included: ${words}`])
    expect(said(`required(${include})`, profile)).toEqual([`error include-outside nothing is included: ${words}`])
  })

  test.each([
    ['"link.conf"', 'link.conf'],
    ['"up/more.conf"', 'up/more.conf'],
    ['"./link.conf"', 'link.conf'],
  ])('[B49] %s, of which the reader knows that it does, is told as a link', (include, doc) => {
    expect(said(include, profile, 'main.conf')).toEqual([`warning include-outside nothing is included: ${doc} ${LINK}`])
  })

  test.each(['"gone.conf"', '"blank.conf "', '"stream.conf:x"'])('%s is missing, and no more than that', (include) => {
    expect(said(include, profile, 'main.conf')).toEqual([
      expect.stringMatching(/^warning include-missing .*not exist$/),
    ])
  })

  test('what is outside is not offered to be made, and what is missing is', () => {
    const offers = (include: string) => {
      const { diagnostics, missing } = read(include, profile, 'main.conf')
      return actionsAt(diagnostics, missing, 'main.conf', { from: 0, to: 40 }).map(({ title }) => title)
    }
    expect(['"/etc/passwd"', '"link.conf"', '"../x.conf"'].flatMap(offers)).toEqual([])
    expect(offers('"gone.conf"')).toEqual(['Create gone.conf'])
  })

  test('an absolute name that the reader has a text for is included', () => {
    const { value, diagnostics } = read('"/facts/named.conf"', profile)
    expect([jsonOf(value), diagnostics]).toEqual([new Map([['x', expect.anything()]]), []])
  })
})

test('a bare name looks at the endings that the reference adds, and a pattern at nothing outside', () => {
  expect(said('"link"', 'spec', 'main.conf')).toEqual([
    `warning include-outside nothing is included: link.conf ${LINK}`,
  ])
  expect(said('"/etc/*.conf"', 'neuro-san')).toEqual([
    `warning include-outside nothing is included: "/etc/*.conf" ${ABSOLUTE}`,
  ])
  expect(said('"../../*.conf"', 'neuro-san')).toEqual([
    `warning include-outside nothing is included: "../../*.conf" ${UP}`,
  ])
})
