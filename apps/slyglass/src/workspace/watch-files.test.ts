import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder, removeFolder } from '../../test/support/folders.ts'
import { hashBytes } from './files.ts'
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

test('[S-39] of a link that leads out of the project not even the hash is told, of one that stays inside it is', async () => {
  const far = newFolder()
  const hashes = new Map<string, string | null>()
  const { dispose } = watch.listen(root, (changed) => {
    for (const { path, hash } of changed) hashes.set(path, hash)
  })
  const isWatching = () => {
    writeFileSync(join(root, 'near.hocon'), String(Math.random()))
    return hashes.has('near.hocon')
  }
  await expect.poll(isWatching, { timeout: 30_000 }).toBe(true)
  writeFileSync(join(far, 'far.hocon'), 'secret')
  symlinkSync(join(far, 'far.hocon'), join(root, 'out.hocon'))
  writeFileSync(join(root, 'near.hocon'), 'near')
  symlinkSync(join(root, 'near.hocon'), join(root, 'in.hocon'))
  await expect
    .poll(() => [hashes.get('out.hocon'), hashes.get('in.hocon')], { timeout: 30_000 })
    .toEqual([null, hashBytes(Buffer.from('near'))])
  dispose()
  removeFolder(far)
})
