// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { describe, expect, test } from 'vitest'
import { jsonOf, printJson } from '../index.ts'
import { completionsAt, HoconView, hoverAt, inlaysOf, preview } from './index.ts'

const SECRET = 'secret-1'
const env = { KEY: SECRET }
const more = `from_more = \${?KEY}\nmany = ${'"x" ${?KEY} '.repeat(600)}`
const view = (text: string, profile: 'spec' | 'neuro-san') =>
  new HoconView({ profile, texts: { main: text, 'more.conf': more }, env }, 'main')

/** Everything that is shown of a document, wherever the cursor is. */
function shownOf(text: string, profile: 'spec' | 'neuro-san'): string {
  const at = view(text, profile)
  const offsets = [...Array(text.length + 1).keys()]
  const shown = offsets.map((offset) => [hoverAt(at, 'main', offset), completionsAt(at, 'main', offset)])
  return JSON.stringify([shown, inlaysOf(at, 'main'), preview(at.evaluation.value)])
}

describe.each(['spec', 'neuro-san'] as const)(
  '[HOCON 17] in profile %s what a variable holds is never shown',
  (profile) => {
    test.each([
      ['as a value', 'a = ${?KEY}\nb = ${a}'],
      ['over a default', 'a = 1\na = ${?KEY}'],
      ['joined with texts', 'a = "x "${?KEY}" y"\nb = "z"${a}${a}'],
      ['joined twice', 'a = ${?KEY}${?KEY}\nb = ${a} ${a}'],
      ['in a list', 'a = [${?KEY}, [${?KEY}]]\nb = ${a} [1]'],
      ['in an object', 'a { b { c = ${?KEY} } }\nd = ${a} { e = 1 }\nf = ${a.b.c}'],
      ['appended', 'a = [1]\na += ${?KEY}\nb = "x"\nb += ${?KEY}\nc = ${?KEY}\nc += "x"'],
      ['from an included document', 'include "more.conf"\na = ${from_more}" x"'],
      ['in very many pieces', 'include "more.conf"\na = ${many}\nb = ${many}" x"'],
      ['in a broken text', 'a = ${?KEY}\nb = ${a\nc = "'],
    ])('%s', (_, text) => {
      expect(printJson(jsonOf(view(text, profile).evaluation.value))).toContain(SECRET)
      expect(shownOf(text, profile)).not.toContain(SECRET)
    })

    test('its name stands in its place', () => {
      const text = 'a = "x "${?KEY}\nb { c = ${?KEY} }\nd = ${a}'
      const value = (key: string) => hoverAt(view(text, profile), 'main', text.indexOf(key))?.value
      expect([value('a ='), value('b {'), value('${a}')]).toEqual(['"x ${KEY}"', '{\n  "c": "${KEY}"\n}', '"x ${KEY}"'])
      expect(inlaysOf(view(`${text} "z"`, profile), 'main').at(-1)?.text).toBe('"x ${KEY}"')
    })
  },
)
