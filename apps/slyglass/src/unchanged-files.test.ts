import { readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder, removeFolder } from '../test/support/folders.ts'
import { stampOf, UnchangedFiles } from './unchanged-files.ts'

/** Longer than a file needs to settle on a disk that keeps fractions of seconds. */
const SETTLED_MS = 250

describe('what was made of a file', () => {
  const root = newFolder()
  afterAll(() => removeFolder(root))

  test('is made anew once it is written, replaced, led elsewhere, or gone', async () => {
    const [file, other] = [join(root, 'a.txt'), join(root, 'b.txt')]
    const known = new UnchangedFiles<string>(100)
    let made = 0
    const read = (): string => {
      const before = known.find('a', () => stampOf(file))
      if (before !== undefined) return before
      const stamp = stampOf(file)
      made += 1
      const text = stamp?.text === 'none' ? 'nothing' : readFileSync(file, 'utf8')
      known.keep('a', stamp, text)
      return text
    }
    const steps: readonly (readonly [string, () => void])[] = [
      ['one', () => writeFileSync(file, 'one')],
      ['two', () => writeFileSync(file, 'two')],
      ['three', () => renameSync(other, file)],
      ['other', () => [rmSync(file), writeFileSync(other, 'other'), symlinkSync(other, file)]],
      ['nothing', () => rmSync(file)],
    ]
    writeFileSync(other, 'three')
    for (const [text, change] of steps) {
      change()
      const before = made
      expect(read()).toBe(text)
      expect(made).toBe(before + 1)
      await sleep(SETTLED_MS)
      const settled = [read(), read(), read()]
      expect(settled).toEqual([text, text, text])
      expect(made).toBeLessThanOrEqual(before + 2)
    }
  })

  test('is not kept while the file may be written again within the same moment', () => {
    const file = join(root, 'new.txt')
    const known = new UnchangedFiles<string>(100)
    writeFileSync(file, 'x')
    // Ahead of the clock: however long it takes to look, it was written a moment before.
    const soon = Date.now() / 1_000 + 3_600.5
    utimesSync(file, soon, soon)
    const stamp = stampOf(file)
    known.keep('new', stamp, 'x')
    expect(known.find('new', () => stamp)).toBeUndefined()
  })

  test('takes no more room than it has', () => {
    const known = new UnchangedFiles<string>(10, (text) => text.length)
    const none = stampOf(join(root, 'none.txt'))
    for (const name of ['a', 'b', 'c']) known.keep(name, none, name.repeat(4))
    expect(['a', 'b', 'c'].map((name) => known.find(name, () => none))).toEqual([undefined, undefined, 'cccc'])
  })
})
