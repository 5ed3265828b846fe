// Every shipped sample, as people run it from the command line: the built program, real tools, the offline model.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@slyglass/base'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { newFolder, removeFolder, SAMPLES } from './support/folders.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folders = readdirSync(SAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

let program: BuiltProgram
let home = ''

beforeAll(() => {
  program = buildProgram('samples')
  home = newFolder()
})
afterAll(() => {
  program?.remove()
  removeFolder(home)
})

/** Tools write into their project, so each sample is tried in a copy. */
function copyOf(sample: string): string {
  const to = join(home, sample)
  if (!existsSync(to)) cpSync(join(SAMPLES, sample), to, { recursive: true })
  return to
}

function run(cwd: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data') }
  const options = { cwd, env, input: '', encoding: 'utf8', timeout: 110_000 } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, [program.main, ...args], options)
  return { out: stdout, err: stderr, code: status }
}

describe.each(folders)('the sample %s', (sample) => {
  test('has a page that says what to look at', () => {
    expect(readFileSync(join(SAMPLES, sample, 'README.md'), 'utf8').length).toBeGreaterThan(200)
  })

  test('[N-94] passes its own tests offline', () => {
    const said = run(copyOf(sample), ['test'])
    expect(`${said.err}${said.out.trimEnd().split('\n').at(-1)}`).toMatch(/[1-9]\d* passed, 0 failed$/)
    expect(said.code).toBe(0)
  })

  test('answers an unscripted question as what it is: an offline model', () => {
    const network = networkOf(sample)
    const said = run(copyOf(sample), ['chat', network, '--message', 'Zebras in the snow, quietly?'])
    expect(said.out).toContain('offline model')
    expect(said.out).toContain('not a language model')
  })
})

test('no sample has anything to complain about', () => {
  expect(run(home, ['check', ...folders.map(copyOf)])).toMatchObject({ out: '', code: 0 })
})

test('[N-62] every sample comes into one project of one’s own, beside the others', () => {
  const mine = join(home, 'mine')
  expect(run(home, ['init', mine]).code).toBe(0)
  for (const sample of folders)
    expect([sample, run(mine, ['import', sample === 'studio' ? 'basic' : sample]).code]).toEqual([sample, 0])
  expect(run(mine, ['check', '.'])).toMatchObject({ out: '', code: 0 })
})

/** The network that the sample serves first. */
function networkOf(sample: string): string {
  const scripts = readdirSync(join(SAMPLES, sample, 'registries'), { recursive: true, encoding: 'utf8' })
  const script = scripts.filter((name) => name.endsWith('.offline.json')).sort()[0] ?? ''
  expect(parseJson(readFileSync(join(SAMPLES, sample, 'registries', script), 'utf8')).ok).toBe(true)
  return script.replace(/\.offline\.json$/, '').replaceAll('\\', '/')
}
