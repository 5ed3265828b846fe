import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDataFolder } from '../data-folder.ts'
import { createProjects } from './projects.ts'
import { createTrust } from './trust.ts'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-projects-')))
  mkdirSync(join(base, 'shipped/studio/registries'), { recursive: true })
  writeFileSync(join(base, 'shipped/studio/registries/desk.hocon'), 'a = 1\n')
  mkdirSync(join(base, 'mine'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const setUp = () => {
  const data = findDataFolder({ SLYGLASS_HOME: join(base, 'data') }, 'linux')
  const trust = createTrust(data.trust)
  return { data, trust, projects: createProjects({ data, samples: join(base, 'shipped'), trust }) }
}
const open = async (what: Parameters<ReturnType<typeof createProjects>['open']>[0]) => {
  const opened = await setUp().projects.open(what)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

describe('a folder', () => {
  test('has the same id at every launch and through a link, and is remembered', async () => {
    symlinkSync(join(base, 'mine'), join(base, 'link'))
    const first = await open({ path: join(base, 'mine') })
    const second = await open({ path: join(base, 'link') })
    expect(second).toEqual(first)
    expect(first).toMatchObject({ name: 'mine', root: join(base, 'mine'), sample: false })
    expect(await setUp().projects.recent()).toEqual([first])
    expect(await setUp().projects.find(first.id)).toEqual(first)
  })

  test('that is opened in passing is known to this program and not listed, and stays where it was in the list', async () => {
    mkdirSync(join(base, 'other'))
    const { projects } = setUp()
    const passed = await projects.openInPassing({ path: join(base, 'mine') })
    if (!passed.ok) throw new Error(passed.error.message)
    expect(await projects.find(passed.value.id)).toEqual(passed.value)
    expect(await setUp().projects.recent()).toEqual([])
    const listed = [await open({ path: join(base, 'mine') }), await open({ path: join(base, 'other') })]
    await setUp().projects.openInPassing({ path: join(base, 'mine') })
    expect(await setUp().projects.recent()).toEqual(listed.reverse())
  })

  test('[S-12] is not trusted by being opened; trust is kept, and can be taken back', async () => {
    const { root } = await open({ path: join(base, 'mine') })
    expect(await setUp().trust.isTrusted(root)).toBe(false)
    await setUp().trust.set(root, true)
    expect(await setUp().trust.isTrusted(root)).toBe(true)
    expect(await setUp().trust.isTrusted(base)).toBe(false)
    await setUp().trust.set(root, false)
    expect(await setUp().trust.isTrusted(root)).toBe(false)
  })

  test('that is missing, a file, a disk or our own is refused in words', async () => {
    writeFileSync(join(base, 'file'), '')
    mkdirSync(join(base, 'data', 'logs'), { recursive: true })
    for (const path of [
      join(base, 'nothing'),
      join(base, 'file'),
      '/',
      'mine',
      join(base, 'data'),
      join(base, 'data/logs'),
    ]) {
      const opened = await setUp().projects.open({ path })
      expect([path, opened.ok]).toEqual([path, false])
      if (opened.ok) continue
      expect(opened.error.message).toContain(path)
      expect(/is a file, .*/.test(opened.error.message)).toBe(path.endsWith('/file'))
      expect(opened.error.hint).toMatch(/^(Give|Check|Choose) .+\.$/)
    }
  })

  test('is not pushed out by samples, and its address is known while it is recent or trusted', async () => {
    const mine = await open({ path: join(base, 'mine') })
    for (let number = 0; number < 14; number += 1) {
      mkdirSync(join(base, 'shipped', `sample${number}`))
      writeFileSync(join(base, 'shipped', `sample${number}`, 'note'), '')
      await open({ sample: `sample${number}` })
    }
    const kept = await setUp().projects.recent()
    expect(kept.filter(({ sample }) => !sample)).toEqual([mine])
    expect(kept.filter(({ sample }) => sample)).toHaveLength(12)
    for (let number = 0; number < 12; number += 1) {
      mkdirSync(join(base, `own${number}`))
      await open({ path: join(base, `own${number}`) })
    }
    expect(await setUp().projects.find(mine.id)).toBeUndefined()
    await setUp().trust.set(mine.root, true)
    expect(await setUp().projects.find(mine.id)).toEqual(mine)
    rmSync(mine.root, { recursive: true })
    expect(await setUp().projects.find(mine.id)).toBeUndefined()
  })

  test('that has gone since is forgotten', async () => {
    const { id } = await open({ path: join(base, 'mine') })
    rmSync(join(base, 'mine'), { recursive: true })
    expect(await setUp().projects.recent()).toEqual([])
    expect(await setUp().projects.find(id)).toBeUndefined()
  })
})

describe('a sample', () => {
  test('is a trusted working copy that keeps what was changed in it', async () => {
    const project = await open({ sample: 'studio' })
    const file = join(project.root, 'registries/desk.hocon')
    expect(project).toMatchObject({ sample: true, name: 'studio', root: join(base, 'data/projects/studio') })
    expect(await setUp().trust.isTrusted(project.root)).toBe(true)
    writeFileSync(file, 'a = 2\n')
    expect(await open({ sample: 'studio' })).toEqual(project)
    expect(readFileSync(file, 'utf8')).toBe('a = 2\n')
    expect(readFileSync(join(base, 'shipped/studio/registries/desk.hocon'), 'utf8')).toBe('a = 1\n')
  })

  test('[S-12] that trust was taken from is not trusted again by being opened', async () => {
    const { root } = await open({ sample: 'studio' })
    await setUp().trust.set(root, false)
    await open({ sample: 'studio' })
    expect(await setUp().trust.isTrusted(root)).toBe(false)
  })

  test.each(['nothing', '..', '../mine', 'studio/registries', ''])('%j is none', async (sample) => {
    expect(await setUp().projects.open({ sample })).toMatchObject({ ok: false, error: { code: 'sample' } })
  })
})

describe('pasted HOCON', () => {
  test('is a new project each time, with a manifest, and is not trusted', async () => {
    const first = await open({ paste: { name: 'My desk.hocon', text: 'tools = []' } })
    const second = await open({ paste: { name: 'My desk', text: 'tools = [ ]' } })
    expect(first.root).not.toBe(second.root)
    expect(readFileSync(join(first.root, 'registries/My_desk.hocon'), 'utf8')).toBe('tools = []')
    expect(readFileSync(join(first.root, 'registries/manifest.hocon'), 'utf8')).toContain('"My_desk.hocon" = true')
    expect(await setUp().trust.isTrusted(first.root)).toBe(false)
    expect(first.sample).toBe(false)
  })

  test('cannot choose where it lies', async () => {
    const { root } = await open({ paste: { name: '../../../etc/x', text: '' } })
    expect(root.startsWith(join(base, 'data/projects/pasted/'))).toBe(true)
    expect(existsSync(join(root, 'registries/etc_x.hocon'))).toBe(true)
    expect(await setUp().projects.open({ paste: { name: '///', text: '' } })).toMatchObject({ ok: false })
  })
})
