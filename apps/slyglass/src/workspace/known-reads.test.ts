import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newFolder, putFiles, removeFolder } from '../../test/support/folders.ts'
import { createProjectFiles } from './files.ts'
import { KnownReads } from './known-reads.ts'
import type { ReadNetwork } from './networks.ts'
import { readNetworkFile } from './project-networks.ts'

const NETWORK = `include "registries/more.hocon"
tools = [{ name = desk, instructions = "Help.", function.description = "Helps." }]`

describe('networks that were read before', () => {
  const root = newFolder()
  afterEach(() => removeFolder(root))

  test('are the same object until a file of theirs, one that was missing, or a variable says otherwise', async () => {
    putFiles(root, { 'registries/desk.hocon': NETWORK })
    const [files, known] = [createProjectFiles(join(root, 'closed')), new KnownReads<ReadNetwork>()]
    const asked = { name: 'desk', file: 'registries/desk.hocon', env: {}, networks: ['desk'] }
    const read = (env: Record<string, string> = {}) => readNetworkFile(files, root, { ...asked, env }, known)
    const first = await read()
    expect(first?.network.frontMan?.name).toBe('desk')
    expect(await read()).toBe(first)
    writeFileSync(join(root, 'registries/more.hocon'), 'metadata.description = "more"')
    const second = await read()
    expect(second?.network.description).toBe('more')
    expect(await read()).toBe(second)
    expect(await read({ MODEL: 'x' })).not.toBe(second)
    rmSync(join(root, 'registries/more.hocon'))
    expect((await read())?.network.description).not.toBe('more')
    rmSync(join(root, 'registries/desk.hocon'))
    expect(await read()).toBeUndefined()
  })
})
