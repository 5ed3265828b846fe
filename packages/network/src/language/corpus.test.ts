import { describe, expect, test } from 'vitest'
import { haveNetworks, linesOf, networkSets, readWithIncludes } from '../testing/public-networks.ts'
import {
  actionsAt,
  coloursOf,
  completeAt,
  definitionAt,
  diagnosticsOf,
  hoverAt,
  type NetworkOutlineItem,
  NetworkView,
  outlineOf,
  referencesAt,
  renameAt,
  renameRange,
} from './index.ts'

const EVERY = process.env.SLYGLASS_SOAK === '1' ? 1 : 12

describe.skipIf(!haveNetworks)('in the public networks', () => {
  const views = (haveNetworks ? networkSets : []).flatMap(({ root, answers }) =>
    linesOf(answers)
      .map((line) => JSON.parse(line) as { readonly file: string })
      .filter((_, index) => index % EVERY === 0)
      .map(({ file }) => ({ file, view: new NetworkView(readWithIncludes(root, file).input) })),
  )

  test('every answer keeps inside the texts, and colours do not overlap', { timeout: 7_200_000 }, () => {
    let answers = 0
    for (const { file, view } of views) {
      const text = view.hocon.text(file)
      const inside = (range: { readonly doc?: string; readonly from: number; readonly to: number }) => {
        answers += 1
        const size = view.hocon.text(range.doc ?? file).length
        if (range.from < 0 || range.to < range.from || range.to > size)
          throw new Error(`${file}: ${JSON.stringify(range)}`)
      }
      let end = 0
      for (const colour of coloursOf(view, file)) {
        inside(colour)
        expect(colour.from).toBeGreaterThanOrEqual(end)
        end = colour.to
      }
      const walk = (items: readonly NetworkOutlineItem[]): void => {
        for (const item of items) {
          inside(item)
          walk(item.children)
        }
      }
      walk(outlineOf(view, file))
      for (const { at } of diagnosticsOf(view)) inside(at)
      for (const action of actionsAt(view, file, { from: 0, to: text.length }))
        for (const edit of action.edits) inside(edit)
      for (let offset = 0; offset <= text.length; offset += 149) {
        const hover = hoverAt(view, file, offset)
        if (hover !== undefined) inside(hover)
        for (const offer of completeAt(view, file, offset).slice(0, 5)) inside(offer)
        for (const place of definitionAt(view, file, offset)) inside(place)
        for (const place of referencesAt(view, file, offset).uses) inside(place)
      }
    }
    expect(answers).toBeGreaterThan(3000)
  })

  test('an entry renamed where it is written is renamed wherever it is named', { timeout: 7_200_000 }, () => {
    let renamed = 0
    for (const { view } of views) {
      const { entries } = view.source.network
      const chosen = entries.find(({ index, nameAt }) => index > 0 && nameAt !== undefined)
      const at = chosen?.nameAt
      if (chosen === undefined || at === undefined) continue
      expect(renameRange(view, at.doc, at.from + 1)).toEqual(at)
      const edits = renameAt(view, at.doc, at.from + 1, 'Renamed_Entry')
      if (!edits.ok) continue
      const { definitions, uses } = referencesAt(view, at.doc, at.from + 1)
      const places = new Set([...definitions, ...uses].map(({ doc, from }) => `${from} ${doc}`))
      expect(edits.value.length).toBeGreaterThanOrEqual(1)
      for (const { doc, from } of edits.value) expect(places.has(`${from} ${doc}`)).toBe(true)
      renamed += 1
    }
    expect(renamed).toBeGreaterThan(5)
  })
})
