import { describe, expect, test } from 'vitest'
import { findItems, type PaletteItem, type PaletteKind } from './palette-items.ts'

const item = (kind: PaletteKind, text: string): PaletteItem => ({ kind, text, run: () => undefined })
const ITEMS = [
  item('command', 'Save all files'),
  item('command', 'Undo'),
  item('entry', 'save_fare'),
  item('network', 'basic/music_nerd_pro'),
  item('file', 'coded_tools/unsaved.py'),
]
const found = (typed: string) => findItems(ITEMS, typed).map(({ text }) => text)

describe('the palette', () => {
  test('a match at the start comes before one inside, and letters in order come last', () => {
    expect(found('save')).toEqual(['Save all files', 'save_fare', 'coded_tools/unsaved.py'])
    expect(found('nerd')).toEqual(['basic/music_nerd_pro'])
    expect(found('mnp')).toEqual(['basic/music_nerd_pro'])
  })

  test('a first sign narrows to commands or entries', () => {
    expect([found('>'), found('@save')]).toEqual([['Save all files', 'Undo'], ['save_fare']])
    expect(found('zz')).toEqual([])
  })
})
