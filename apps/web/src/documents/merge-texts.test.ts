import { describe, expect, test } from 'vitest'
import { differenceOf } from './difference-of.ts'
import { DocumentStore } from './document-store.ts'
import { openWithDraft } from './drafts.ts'
import { mergeTexts } from './merge-texts.ts'

describe('a three-way merge', () => {
  test('[S-11] edits of different lines are both kept, line ends included', () => {
    expect(mergeTexts('a\r\nb\nc\nd\n', 'A\r\nb\nc\nd\n', 'a\r\nb\nc\nD\n')).toEqual({
      text: 'A\r\nb\nc\nD\n',
      conflicts: 0,
    })
  })

  test('[S-11] edits of the same line are both shown and counted', () => {
    expect(mergeTexts('fee = 3\n', 'fee = 4\n', 'fee = 5')).toEqual({
      text: '<<<<<<< this tab\nfee = 4\n=======\nfee = 5\n>>>>>>> on disk\n',
      conflicts: 1,
    })
  })

  test('the same edit on both sides is no conflict', () => {
    expect(mergeTexts('a\n', 'b\n', 'b\n')).toEqual({ text: 'b\n', conflicts: 0 })
  })
})

describe('a draft', () => {
  const open = (draftHash: string) => {
    const store = new DocumentStore({ now: () => 0 })
    const disk = { text: 'disk\n', hash: 'h2' }
    const stale = openWithDraft(store, 'net', disk, {
      doc: 'net',
      text: 'mine\n',
      baseText: 'base\n',
      baseHash: draftHash,
    })
    return {
      stale,
      text: store.text('net'),
      saved: store.savedText('net'),
      hash: store.hash('net'),
      undone: store.undo() && store.text('net'),
    }
  }

  test('on an unchanged file it is an unsaved edit of it', () => {
    expect(open('h2')).toEqual({ stale: false, text: 'mine\n', saved: 'disk\n', hash: 'h2', undone: 'disk\n' })
  })

  test('[S-11] on a changed file it keeps the base it started from', () => {
    expect(open('h1')).toEqual({ stale: true, text: 'mine\n', saved: 'base\n', hash: 'h1', undone: 'base\n' })
  })
})

test('the difference of two texts is the smallest single edit', () => {
  expect(differenceOf('abcdef', 'abXef')).toEqual({ from: 2, to: 4, text: 'X' })
  expect(differenceOf('aa', 'aaa')).toEqual({ from: 2, to: 2, text: 'a' })
  expect(differenceOf('a', 'a')).toBeUndefined()
})
