import { chmodSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KeptAnswers, LookedAt } from './looked-at.ts'
import { writeProject } from './testing/index.ts'

/** Long enough after it was written. */
const LATER = Date.now() + 3_600_000

function kept(root: string, names: readonly string[], began = LATER) {
  const answers = new KeptAnswers<string>()
  const looked = new LookedAt()
  for (const name of names) looked.facts(join(root, name))
  answers.keep('question', 'answer', looked, began)
  return () => answers.find('question')
}

const changes: readonly (readonly [what: string, change: (root: string) => void])[] = [
  ['a file has another text', (root) => writeFileSync(join(root, 'a.py'), 'other')],
  ['a file has another time', (root) => utimesSync(join(root, 'a.py'), 1, 1)],
  ['a file may be read by others', (root) => chmodSync(join(root, 'a.py'), 0o600)],
  ['a file is gone', (root) => rmSync(join(root, 'a.py'))],
  ['a file is a folder', turnIntoFolder],
  ['what was not there is there', (root) => writeFileSync(join(root, 'b.py'), '')],
]

function turnIntoFolder(root: string): void {
  rmSync(join(root, 'a.py'))
  mkdirSync(join(root, 'a.py'))
}

test.each(changes)('[N-50] an answer is kept until %s', (_, change) => {
  const root = writeProject({ 'a.py': 'text' })
  const answer = kept(root, ['a.py', 'b.py'])
  expect([answer(), answer()]).toEqual(['answer', 'answer'])
  change(root)
  expect(answer()).toBeUndefined()
})

test('[N-50] an answer from a file that was written a moment before is not kept: it may be written again at the same time', () => {
  const root = writeProject({ 'a.py': 'text' })
  const began = statSync(join(root, 'a.py')).ctimeMs + 1
  expect(kept(root, ['a.py'], began)()).toBeUndefined()
  expect(kept(root, ['b.py'], began)()).toBe('answer')
})
