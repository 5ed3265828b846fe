// biome-ignore-all lint/suspicious/noTemplateCurlyInString: substitutions of HOCON
import { applyTextEdits } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { answerOfRename } from './answer-of-rename.ts'
import { answerOfTool } from './answer-of-tool.ts'
import { COLOUR_NAMES } from './colour-table.ts'
import { LanguageSession } from './language-session.ts'
import type { Answers, LanguageSetup } from './questions.ts'

const DESK = 'registries/desk.hocon'
const OTHER = 'registries/other.hocon'
const SHARED = 'registries/shared.hocon'
const MANIFEST = 'registries/manifest.hocon'

const texts: Record<string, string> = {
  [DESK]: `include "registries/shared.hocon"
tools = [
  { name = desk, instructions = \${style}" Ask {who}.", tools = ["store", "/other"] }
  { name = store, class = "store.Store" }
]
`,
  [OTHER]: 'include "registries/shared.hocon"\ntools = [{ name = other, instructions = ${style} }]\n',
  [SHARED]: 'style = "Be brief."\ncommondefs.replacement_strings { who = "the store" }\n',
  [MANIFEST]: '"desk.hocon" = true\n"other.hocon" = 3\n"gone.hocon" = true\n',
}

const setup: LanguageSetup = {
  files: Object.keys(texts),
  env: {},
  networks: [
    { name: 'desk', file: DESK },
    { name: 'other', file: OTHER },
  ],
  open: DESK,
  classes: [{ name: 'store.Store', at: { doc: 'coded_tools/store.py', from: 0, to: 0 } }],
}

function session(known: readonly string[] = Object.keys(texts), more: Record<string, string> = {}) {
  const made = new LanguageSession()
  const changed = Object.fromEntries(known.map((doc) => [doc, texts[doc] ?? '']))
  made.update({ setup, changed: { ...changed, ...more }, gone: [] })
  return made
}

const at = (doc: string, find: string) => ({ doc, offset: (texts[doc] ?? '').indexOf(find) + 1 })

function renamed(planned: { ok: boolean; edits?: readonly { doc: string; from: number; to: number; text: string }[] }) {
  const edits = planned.edits ?? []
  return Object.fromEntries(
    [...new Set(edits.map(({ doc }) => doc))].map((doc) => [
      doc,
      applyTextEdits(
        texts[doc] ?? '',
        edits.filter((edit) => edit.doc === doc),
      ),
    ]),
  )
}

describe('[S-5] the language service', () => {
  test('looks at an included document through the open network', () => {
    const { value } = session().answer({ kind: 'references', ...at(SHARED, 'style') })
    expect(value.map(({ doc }) => doc).sort()).toEqual([DESK, OTHER, SHARED].sort())
  })

  test('renames a key in every document of every network that shares it', () => {
    const { renaming } = session().renaming({ kind: 'rename', ...at(SHARED, 'style'), to: 'tone' })
    expect(renamed(answerOfRename(renaming))).toEqual({
      [SHARED]: texts[SHARED]?.replace('style', 'tone'),
      [DESK]: texts[DESK]?.replace('${style}', '${tone}'),
      [OTHER]: texts[OTHER]?.replace('${style}', '${tone}'),
    })
  })

  test('asks for the networks whose texts it would have to know for that', () => {
    const { wants } = session([DESK, SHARED]).renaming({ kind: 'rename', ...at(SHARED, 'style'), to: 'tone' })
    expect(wants).toEqual([OTHER])
  })

  test('asks for includes of the project, and for those that no list shows only to say what is wrong with them', () => {
    const doc = 'registries/new.hocon'
    const made = session([], { [doc]: 'include "registries/shared.hocon"\ninclude "link.hocon"\n' })
    expect(made.answer({ kind: 'outline', doc }).wants).toEqual([SHARED])
    expect(made.answer({ kind: 'diagnose', doc }).wants).toEqual([SHARED, 'link.hocon'])
  })

  test('[B49] tells an include that leads out of the project from a missing one, and does not offer to make it', () => {
    const doc = 'registries/new.hocon'
    const made = session([], { [doc]: 'include "link.hocon"\ninclude "gone.hocon"\n' })
    made.update({ setup: { ...setup, outside: ['link.hocon'] }, changed: {}, gone: [] })
    const codes = made.answer({ kind: 'diagnose', doc }).value.map(({ code }) => code)
    expect(codes.filter((code) => code.startsWith('include'))).toEqual(['include-outside', 'include-missing'])
    const offered = made.answer({ kind: 'actions', doc, range: { from: 0, to: 60 } }).value
    expect(offered.flatMap(({ creates }) => creates ?? [])).toEqual(['gone.hocon'])
  })

  test('says of a name in the open network that it is an entry, so that its place on the canvas goes along', () => {
    const { value } = session().answer({ kind: 'rename-range', ...at(DESK, 'store"') })
    expect(value).toMatchObject({ entry: 'store', at: { doc: DESK } })
    expect(session().answer({ kind: 'rename-range', ...at(DESK, 'instructions') }).value).toBeUndefined()
  })

  test('leads from a class to its file and from a network to its text', () => {
    const definition = (find: string) => session().answer({ kind: 'definition', ...at(DESK, find) }).value
    expect(definition('store.Store').map(({ doc }) => doc)).toEqual(['coded_tools/store.py'])
    expect(definition('/other').map(({ doc }) => doc)).toEqual([OTHER])
    expect(definition('who}').map(({ doc }) => doc)).toEqual([SHARED])
  })

  test('tells a value layer by layer, with file and line', () => {
    const { value } = session().answer({ kind: 'hover', ...at(DESK, 'style}') })
    expect(value).toMatchObject({
      title: '${style}',
      value: '"Be brief."',
      rows: [{ place: `${SHARED}:1`, counts: true }],
    })
    expect(value?.steps).toEqual([`by the include (${DESK}:1)`])
  })

  test('offers placeholders that commondefs know', () => {
    const text = 'include "registries/shared.hocon"\ntools = [{ name = a, instructions = "Ask {" }]\n'
    const { value } = session(undefined, { [DESK]: text }).answer({
      kind: 'complete',
      doc: DESK,
      offset: text.indexOf('{"') + 1,
    })
    expect(value.map(({ label, kind }) => [label, kind])).toEqual([['who', 'placeholder']])
  })

  test('knows a manifest by its own rules', () => {
    const { value } = session().answer({ kind: 'diagnose', doc: MANIFEST })
    expect(value.map(({ code }) => code)).toEqual(['bad-manifest-entry', 'network-missing'])
    expect(
      session()
        .answer({ kind: 'diagnose', doc: OTHER })
        .value.map(({ code }) => code),
    ).toEqual(['missing-description'])
  })

  test('offers what the tables of the project bring', () => {
    const made = new LanguageSession()
    const toolbox = 'toolbox_info.hocon'
    const text = 'tools = [{ name = a, toolbox = "" }]\n'
    made.update({
      setup: { ...setup, files: [DESK, toolbox] },
      changed: { [DESK]: text, [toolbox]: 'web_search { description = "Looks things up." }' },
      gone: [],
    })
    const { value } = made.answer({ kind: 'complete', doc: DESK, offset: text.indexOf('""') + 1 })
    expect(value.slice(0, 2).map(({ label, about }) => [label, about])).toEqual([
      ['web_search', 'Looks things up.'],
      ['get_current_date_time', 'The date and time in a time zone.'],
    ])
  })

  test('formats a range, and says why a broken text is left alone', () => {
    const text = 'a   =  1\nb   =  2\n'
    const doc = 'x.hocon'
    const { value } = session([], { [doc]: text }).answer({ kind: 'format', doc, range: { from: 0, to: 8 } })
    expect(value.ok && applyTextEdits(text, value.edits)).toBe('a = 1\nb   =  2\n')
    expect(session([], { [doc]: 'a = = 1' }).answer({ kind: 'format', doc }).value.ok).toBe(false)
  })

  test('gives a line its form when it is ended', () => {
    const doc = 'x.hocon'
    const text = 'a {\n  b   =  1\n  \n}\n'
    const { value } = session([], { [doc]: text }).answer({ kind: 'typed', doc, offset: text.indexOf('\n}') })
    expect(applyTextEdits(text, value)).toBe('a {\n  b = 1\n  \n}\n')
  })

  test('comments lines out, and says why half a text is not', () => {
    const doc = 'x.hocon'
    const text = 'a = 1\nb = """x\ny"""\n'
    const comment = (from: number, to: number) =>
      session([], { [doc]: text }).answer({ kind: 'comment', doc, range: { from, to } }).value
    const first = comment(0, 0)
    expect(first.ok && applyTextEdits(text, first.edits)).toBe(`# ${text}`)
    expect(comment(6, 7)).toMatchObject({ ok: false })
  })

  test('gives colours as differences of lines and columns', () => {
    const doc = 'x.hocon'
    const { value } = session([], { [doc]: '# c\r\nab = 12\r\n' }).answer({ kind: 'colours', doc })
    const kind = (name: (typeof COLOUR_NAMES)[number]) => COLOUR_NAMES.indexOf(name)
    expect([...value]).toEqual(
      [
        [0, 0, 3, kind('comment'), 0],
        [1, 0, 2, kind('key'), 0],
        [0, 3, 1, kind('delimiter'), 0],
        [0, 2, 2, kind('number'), 0],
      ].flat(),
    )
  })

  test('answers from the newest texts', () => {
    const made = session()
    made.update({ changed: { [SHARED]: 'style = "Be long."\n' }, gone: [] })
    expect(made.answer({ kind: 'hover', ...at(DESK, 'style}') }).value).toMatchObject({ value: '"Be long."' })
    made.update({ changed: {}, gone: [SHARED] })
    expect(made.answer({ kind: 'hover', ...at(DESK, 'style}') }).value).toMatchObject({ value: 'names nothing' })
  })

  test('answers every question about any text, broken or not', () => {
    const doc = DESK
    for (let end = 0; end <= (texts[DESK]?.length ?? 0); end += 7) {
      const text = texts[DESK]?.slice(0, end) ?? ''
      const made = session(undefined, { [DESK]: text })
      const range = { from: 0, to: end }
      expect(() => {
        for (const kind of ['complete', 'hover', 'definition', 'references', 'rename-range'] as const)
          made.answer({ kind, doc, offset: end })
        for (const kind of ['outline', 'folds', 'colours', 'format', 'diagnose'] as const) made.answer({ kind, doc })
        for (const kind of ['inlays', 'actions'] as const) made.answer({ kind, doc, range })
        made.answer({ kind: 'selections', doc, offsets: [end] })
        answerOfRename(made.renaming({ kind: 'rename', doc, offset: end, to: 'x' }).renaming)
      }).not.toThrow()
    }
  })
})

describe('the source of a tool', () => {
  const tool = 'coded_tools/store.py'
  const source = 'class Store:\n    """Keeps."""\n    def invoke(self, args, sly_data):\n        return 1\n'
  const range = { from: source.indexOf('invoke'), to: source.indexOf('invoke') }

  test('[N-13] is warned of invoke without async_invoke, with the fix that wraps it', () => {
    expect(answerOfTool({ kind: 'diagnose', doc: tool }, source)).toMatchObject([
      { severity: 'warning', code: 'no-async-invoke', at: { doc: tool } },
    ])
    const [action] = actionsFor(range)
    expect(applyTextEdits(source, action?.edits ?? [])).toContain(
      'await asyncio.to_thread(self.invoke, args, sly_data)',
    )
    expect(actionsFor({ from: 0, to: 0 })).toEqual([])
  })

  test('has no other answers', () => {
    expect(answerOfTool({ kind: 'outline', doc: tool }, source)).toBeUndefined()
  })

  const actionsFor = (at: { readonly from: number; readonly to: number }) =>
    answerOfTool({ kind: 'actions', doc: tool, range: at }, source) as Answers['actions']
})
