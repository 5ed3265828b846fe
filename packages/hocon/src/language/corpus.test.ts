import { applyTextEdits, isJsonObject, type Json, jsonEquals } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { evaluate, jsonOf } from '../index.ts'
import { haveTexts, readTexts, textSets } from '../testing/public-texts.ts'
import {
  completionsAt,
  definitionAt,
  HoconView,
  hoverAt,
  inlaysOf,
  referencesAt,
  renameKey,
  symbolAt,
} from './index.ts'

const soak = process.env.SLYGLASS_SOAK === '1'
const every = soak ? 1 : 9

describe.skipIf(!haveTexts)('in the public files', () => {
  test('a renamed top-level key changes its name and no value, in all documents', () => {
    let [renamed, all] = [0, 0]
    for (const { root } of textSets) {
      const texts = Object.fromEntries(readTexts(root))
      for (const [doc, text] of Object.entries(texts).filter((_, index) => index % every === 0)) {
        const view = new HoconView({ profile: 'neuro-san', texts }, doc)
        const used = new Set([...text.matchAll(/^[^#\n]*\$\{([a-z_]+)\}/gm)].map((match) => match[1] ?? ''))
        for (const name of used) {
          all += 1
          const offset = text.indexOf(`\${${name}}`) + 3
          const edits = renameKey([view], doc, offset, 'renamed_key')
          // What stands in a list is no top-level key.
          if (!edits.ok) continue
          renamed += 1
          const changed = { ...texts }
          for (const one of new Set(edits.value.map((edit) => edit.doc)))
            changed[one] = applyTextEdits(
              texts[one] ?? '',
              edits.value.filter((edit) => edit.doc === one),
            )
          const after = evaluate(changed[doc] ?? '', { profile: 'neuro-san', doc, read: (one) => changed[one] })
          expect(
            jsonEquals(withName(jsonOf(view.evaluation.value), name), jsonOf(after.value)),
            `${doc}: ${name}`,
          ).toBe(true)
        }
      }
    }
    console.log(`keys of public files that substitutions use: ${renamed} of ${all} renamed`)
    expect(renamed).toBeGreaterThan(all * 0.9)
    expect(all).toBeGreaterThan(5)
  })

  test('every answer at every place keeps inside the texts', { timeout: 7_200_000 }, () => {
    let places = 0
    for (const { root } of textSets) {
      const texts = Object.fromEntries(readTexts(root))
      for (const [doc, text] of Object.entries(texts).filter((_, index) => index % (soak ? 4 : 40) === 0)) {
        const view = new HoconView({ profile: 'neuro-san', texts }, doc)
        const inside = (range: { readonly doc?: string; readonly from: number; readonly to: number }) => {
          const size = texts[range.doc ?? doc]?.length ?? 0
          expect(range.from >= 0 && range.from <= range.to && range.to <= size).toBe(true)
        }
        for (const { at } of inlaysOf(view, doc)) inside({ from: at, to: at })
        for (let offset = 0; offset <= text.length; offset += 61) {
          places += 1
          const hover = hoverAt(view, doc, offset)
          if (hover !== undefined) inside(hover)
          for (const layer of hover?.layers ?? []) inside(layer.at)
          for (const offer of completionsAt(view, doc, offset).slice(0, 3)) inside(offer)
          for (const place of definitionAt(view, doc, offset)) inside(place)
          if (symbolAt(view, doc, offset) === undefined) continue
          const { definitions, uses } = referencesAt(view, doc, offset)
          for (const place of [...definitions, ...uses]) inside(place)
        }
      }
    }
    expect(places).toBeGreaterThan(300)
  })
})

const withName = (json: Json, name: string): Json =>
  isJsonObject(json) ? new Map([...json].map(([key, value]) => [key === name ? 'renamed_key' : key, value])) : json
