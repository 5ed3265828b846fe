import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder, removeFolder } from '../../test/support/folders.ts'
import { createFileWatch } from './watch-files.ts'

const root = newFolder()
const watch = createFileWatch()
afterAll(async () => {
  await watch.close()
  removeFolder(root)
})

function listen() {
  const told = new Set<string>()
  const { dispose } = watch.listen(root, (changed) => {
    for (const { path } of changed) told.add(path)
  })
  return { told, dispose }
}

test('[S-41] what changes between two listeners is told to the later one', async () => {
  const first = listen()
  // It needs a moment to look at the folder; until it tells of a change, the file changes again and again.
  const isWatching = () => {
    writeFileSync(join(root, 'first.hocon'), String(Math.random()))
    return first.told.has('first.hocon')
  }
  await expect.poll(isWatching).toBe(true)
  first.dispose()
  writeFileSync(join(root, 'between.hocon'), 'x')
  const second = listen()
  await expect.poll(() => second.told.has('between.hocon'), { timeout: 30_000 }).toBe(true)
  second.dispose()
})
