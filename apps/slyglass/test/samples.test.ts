// Every shipped sample on the command line: real tools, the built hosts, the offline model.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { commandLines } from './support/command-lines.ts'
import { SAMPLES } from './support/folders.ts'

const folders = readdirSync(SAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

const lines = commandLines()

/** Tools write into their project, so each sample is tried in a copy. */
function copyOf(sample: string): string {
  const to = join(lines.home, 'samples', sample)
  if (!existsSync(to)) cpSync(join(SAMPLES, sample), to, { recursive: true })
  return to
}

describe.each(folders)('the sample %s', (sample) => {
  test('has a page that says what to look at', () => {
    expect(readFileSync(join(SAMPLES, sample, 'README.md'), 'utf8').length).toBeGreaterThan(200)
  })

  test('[N-94] passes its own tests offline', async () => {
    const said = await lines.runHere(['test'], { cwd: copyOf(sample) })
    expect(`${said.err}${said.out.trimEnd().split('\n').at(-1)}`).toMatch(/[1-9]\d* passed, 0 failed$/)
    expect(said.code).toBe(0)
  })

  test('answers an unscripted question as what it is: an offline model', async () => {
    const network = networkOf(sample)
    const said = await lines.runHere(['chat', network, '--message', 'Zebras in the snow, quietly?'], {
      cwd: copyOf(sample),
    })
    expect(said.out).toContain('offline model')
    expect(said.out).toContain('not a language model')
  })
})

test('what a person gets with a sample speaks of the sample, not of a list of our own', () => {
  const files = readdirSync(SAMPLES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const numbered = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\b[NUBS]-\d{1,3}\b/.test(readFileSync(file, 'latin1')))
  expect([files.length > 100, numbered]).toEqual([true, []])
})

test('no sample has anything to complain about', async () => {
  expect(await lines.runHere(['check', ...folders.map(copyOf)])).toMatchObject({ out: '', code: 0 })
})

test('[N-62] every sample comes into one project of one’s own, beside the others', async () => {
  for (const sample of folders) {
    const { code } = await lines.runHere(['import', sample === 'studio' ? 'basic' : sample])
    expect([sample, code]).toEqual([sample, 0])
  }
  expect(await lines.runHere(['check', '.'])).toMatchObject({ out: '', code: 0 })
})

/** The network that the sample serves first. */
function networkOf(sample: string): string {
  const scripts = readdirSync(join(SAMPLES, sample, 'registries'), { recursive: true, encoding: 'utf8' })
  const script = scripts.filter((name) => name.endsWith('.offline.json')).sort()[0] ?? ''
  expect(parseJson(readFileSync(join(SAMPLES, sample, 'registries', script), 'utf8')).ok).toBe(true)
  return script.replace(/\.offline\.json$/, '').replaceAll('\\', '/')
}
