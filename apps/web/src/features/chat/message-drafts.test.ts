import type { SessionId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { draftKey, MessageDrafts } from './message-drafts.ts'

const [unnamed, named] = [draftKey('p:n', undefined), draftKey('p:n', 's1' as SessionId)]

/** A tab's storage that takes `room` characters. */
function storageOf(kept: Record<string, string> = {}, room = Number.POSITIVE_INFINITY) {
  const texts = new Map(Object.entries(kept))
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    removeItem: (name: string) => void texts.delete(name),
    setItem(name: string, text: string) {
      if (text.length > room) throw new Error('QuotaExceededError')
      texts.set(name, text)
    },
  }
}

describe('messages that are not sent yet', () => {
  test('are kept for the tab, with what makes them commands, and leave nothing behind', () => {
    const storage = storageOf()
    new MessageDrafts(storage).change(named, { text: ',add 2', lent: ',' })
    const again = new MessageDrafts(storage)
    expect(again.at(named)).toEqual({ text: ',add 2', lent: ',' })
    again.change(named, { text: '', lent: ',' })
    expect(again.at(named)).toEqual({ text: '' })
    expect(storage.texts.size).toBe(0)
  })

  test('what is typed while the first message is on its way goes along with its conversation', () => {
    const storage = storageOf()
    const drafts = new MessageDrafts(storage)
    drafts.change(unnamed, { text: 'and tomorrow?' })
    drafts.move(unnamed, named)
    expect([drafts.at(unnamed).text, drafts.at(named).text]).toEqual(['', 'and tomorrow?'])
    expect([...storage.texts]).toEqual([[named, 'and tomorrow?']])
  })

  test('a draft that lay in the conversation already stays in front of it', () => {
    const drafts = new MessageDrafts(storageOf({ [named]: 'kept' }))
    drafts.change(unnamed, { text: 'typed' })
    drafts.move(unnamed, named)
    expect(drafts.at(named).text).toBe('kept\ntyped')
  })

  test('a message that was refused comes back in front of what was typed since', () => {
    const drafts = new MessageDrafts(storageOf())
    drafts.change(named, { text: 'typed since' })
    drafts.giveBack(named, { text: ',add 2', lent: ',' })
    expect(drafts.at(named)).toEqual({ text: ',add 2\ntyped since', lent: ',' })
    drafts.giveBack(unnamed, { text: 'alone' })
    expect(drafts.at(unnamed)).toEqual({ text: 'alone' })
  })

  test('only what a person typed since the conversation came into view counts as touched', () => {
    const drafts = new MessageDrafts(storageOf({ [unnamed]: 'from yesterday' }))
    expect(drafts.isTouched(unnamed)).toBe(false)
    drafts.change(unnamed, { text: 'from yesterday and now' })
    expect(drafts.isTouched(unnamed)).toBe(true)
    drafts.turn()
    expect(drafts.isTouched(unnamed)).toBe(false)
  })

  test('what the tab has no room for is still there to be sent', () => {
    const storage = storageOf({}, 10)
    const drafts = new MessageDrafts(storage)
    drafts.change(named, { text: 'short' })
    drafts.change(named, { text: 'much longer than that' })
    expect(drafts.at(named).text).toBe('much longer than that')
    expect(storage.texts.size).toBe(0)
  })

  test('who shows a draft is told of every change, and sees the same one until then', () => {
    const drafts = new MessageDrafts(storageOf({ [named]: 'kept' }))
    let told = 0
    const stop = drafts.subscribe(() => {
      told += 1
    })
    expect(drafts.at(named)).toBe(drafts.at(named))
    drafts.change(named, { text: 'changed' })
    stop()
    drafts.change(named, { text: 'again' })
    expect(told).toBe(1)
  })
})
