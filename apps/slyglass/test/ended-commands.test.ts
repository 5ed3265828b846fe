// A command that has said everything ends at once: what it opened is let go of, and main.ts need not end the process.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { commandLines } from './support/command-lines.ts'

const lines = commandLines()
const LET_GO = 'nothing holds this process'
let witness = ''

beforeAll(() => {
  const file = join(lines.home, 'witness.mjs')
  // Node says this only of a process that nothing holds any more, not of one that is ended.
  writeFileSync(
    file,
    `import { writeSync } from 'node:fs'\nprocess.on('beforeExit', () => writeSync(2, '${LET_GO}\\n'))\n`,
  )
  witness = `--import ${pathToFileURL(file)}`
})

test.each([
  'chat greeter --message Hello',
  'chat missing --message Hello',
  'call Guestbook guest=Ada',
  'test',
  'check --load',
])('`%s` holds nothing once it has said everything', (line) => {
  const said = lines.run(line.split(' '), { env: { NODE_OPTIONS: witness } })
  expect(said.out + said.err).not.toBe('')
  expect(said.err).toContain(LET_GO)
})
