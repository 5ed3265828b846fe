import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { expectedEnclosure } from './enclosures.ts'

const FILE = 'registries/desk.hocon'
function expected(entry: string, status: object, file?: string, studio = '') {
  const text = `${studio}
    tools = [
      { name = desk, function.description = "d", instructions = "i", tools = [own] }
      { name = own, ${entry} }
    ]`
  const network = readNetwork({ network: 'desk', file: FILE, texts: { [FILE]: text }, env: {} })
  const [, own] = network.entries
  if (own === undefined) throw new Error('the text has two entries')
  const source = file === undefined ? undefined : { file }
  return expectedEnclosure(network, own, { status: { bubblewrap: false, toolNetwork: 'on', ...status }, source })
}
const CODED = 'class = "a.B", function.description = "d"'

describe('what a tool will be enclosed by', () => {
  test.each([
    [CODED, { bubblewrap: true }, 'coded_tools/a.py', 'bwrap'],
    [CODED, {}, 'coded_tools/a.py', 'host'],
    [CODED, {}, 'coded_tools/a.ts', 'permission'],
    ['toolbox = file_read', {}, undefined, 'studio'],
    ['toolbox = bash', { bubblewrap: true }, undefined, 'bwrap'],
  ])('%s on %j (%s): %s', (entry, status, file, level) => {
    expect(expected(entry, status, file)).toEqual({ level, isOffline: false })
  })

  test('agents are no tools', () => {
    expect(expected('instructions = "i", function.description = "d"', {})).toBeUndefined()
  })

  test('a network or the start of the studio closes connections', () => {
    const off = 'studio.environment.network = off'
    expect(expected(CODED, { bubblewrap: true }, 'a.py', off)).toMatchObject({ isOffline: true })
    expect(expected(CODED, { bubblewrap: true, toolNetwork: 'off' }, 'a.py')).toMatchObject({ isOffline: true })
  })

  test('[B-44] files and commands in memory are told from code, which runs on this machine', () => {
    const memory = 'studio.environment.kind = memory'
    for (const tool of ['file_write', 'bash', 'bash_kill'])
      expect(expected(`toolbox = ${tool}`, {}, undefined, memory)).toEqual({ level: 'memory', isOffline: true })
    expect(expected('toolbox = web_fetch', {}, undefined, memory)).toMatchObject({ level: 'studio' })
    expect(expected(CODED, {}, 'a.py', memory)).toMatchObject({ level: 'host' })
  })

  test('[B-44] a box that this machine does not have is said by its name', () => {
    const boxed = 'studio.environment.kind = sandboxed'
    for (const entry of [CODED, 'toolbox = file_read', 'toolbox = bash'])
      expect(expected(entry, {}, entry === CODED ? 'a.py' : undefined, boxed)?.asks).toBe('kind = sandboxed')
    expect(expected('toolbox = web_fetch', {}, undefined, boxed)?.asks).toBeUndefined()
    expect(expected(CODED, { bubblewrap: true }, 'a.py', boxed)).toEqual({ level: 'bwrap', isOffline: false })
  })

  test('what this machine cannot hold is said', () => {
    const asks = (studio: string, file: string) => expected(CODED, {}, file, studio)?.asks
    expect(asks('studio.environment.network = off', 'a.py')).toBe('network = off')
    expect(asks('studio.environment.sandbox = bwrap', 'a.ts')).toBe('sandbox = bwrap')
    expect(asks('studio.environment.sandbox = permission', 'a.ts')).toBeUndefined()
    expect(asks('studio.environment.sandbox = quickjs', 'a.ts')).toBeUndefined()
  })
})
