import {
  existsSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDataFolder } from '../data-folder.ts'
import { draftOf, removeLeftDrafts } from './drafts.ts'
import { createProjects } from './projects.ts'
import { createTrust } from './trust.ts'

const NOW = Date.UTC(2030, 0, 1)
const OLD = new Date(NOW - 3_600_000)

let base = ''
let root = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-drafts-')))
  root = join(base, 'mine')
  mkdirSync(join(root, 'coded_tools/deep'), { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const write = (file: string, at = OLD): string => {
  writeFileSync(file, 'half')
  utimesSync(file, at, at)
  return file
}

describe('the draft of a save that was broken off', () => {
  test('is removed from every folder of the project, and the file it was for stays', async () => {
    const file = write(join(root, 'coded_tools/deep/tool.py'))
    const drafts = [file, join(root, 'desk.hocon')].map((of) => write(draftOf(of)))
    await removeLeftDrafts(root, NOW)
    expect(drafts.map(existsSync)).toEqual([false, false])
    expect(readFileSync(file, 'utf8')).toBe('half')
  })

  test('stays while its save may still go on', async () => {
    const draft = write(draftOf(join(root, 'desk.hocon')), new Date(NOW - 60_000))
    await removeLeftDrafts(root, NOW)
    expect(existsSync(draft)).toBe(true)
  })

  test('is told from files of others by its whole name', async () => {
    const id = '01234567-89ab-4def-8123-456789abcdef'
    const names = [
      `desk.hocon.${id}.tmp`,
      `.desk.hocon.${id}`,
      `.desk.hocon.${id}.tmp.hocon`,
      `.desk.hocon.${id.replace('-4', '-1')}.tmp`,
      '.desk.hocon.tmp',
      `.${id}.tmp`,
      `.lock.${id}.tmp`,
      `..env.${id}.tmp`,
    ]
    for (const name of names) write(join(root, name))
    await removeLeftDrafts(root, NOW)
    expect(readdirSync(root).sort()).toEqual([...names, 'coded_tools'].sort())
  })

  test('[S-12] is never looked for behind a link, nor is a link or a folder of its name removed', async () => {
    const outside = join(base, 'outside')
    mkdirSync(outside)
    const theirs = write(draftOf(join(outside, 'their.hocon')))
    symlinkSync(outside, join(root, 'link'))
    const link = draftOf(join(root, 'desk.hocon'))
    symlinkSync(theirs, link)
    lutimesSync(link, OLD, OLD)
    const folder = draftOf(join(root, 'desk.hocon'))
    mkdirSync(folder)
    utimesSync(folder, OLD, OLD)
    await removeLeftDrafts(root, NOW)
    expect(existsSync(theirs)).toBe(true)
    expect(readdirSync(root)).toEqual(expect.arrayContaining([basename(link), basename(folder)]))
  })

  test('is removed by name alone: the same text under another name stays', async () => {
    const draft = write(draftOf(join(root, 'desk.hocon')))
    linkSync(draft, join(root, 'kept.hocon'))
    await removeLeftDrafts(root, NOW)
    expect(existsSync(draft)).toBe(false)
    expect(readFileSync(join(root, 'kept.hocon'), 'utf8')).toBe('half')
  })

  test('is gone when the project is opened the next time', async () => {
    const draft = write(draftOf(join(root, 'desk.hocon')), new Date(1_000_000))
    const data = findDataFolder({ SLYGLASS_HOME: join(base, 'data') }, 'linux')
    const projects = createProjects({ data, samples: join(base, 'shipped'), trust: createTrust(data.trust) })
    expect((await projects.open({ path: root })).ok).toBe(true)
    expect(existsSync(draft)).toBe(false)
  })
})
