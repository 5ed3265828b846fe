import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readNetwork } from '@slyglass/network'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProjectTools } from './project-tools.ts'
import { projectIdOf } from './projects.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-tools-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const text = (className: string) =>
  `tools = [{ name = a, instructions = x, tools = [work] }, { name = work, class = ${className} }]`

/** What is found for the class `here.Where` of the network area/desk, with these files in the project. */
async function find(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const trust = { isTrusted: async () => false, set: async () => undefined, folders: async () => [] }
  const tools = createProjectTools({ trust, shell: { PATH: process.env.PATH, ...env } })
  const file = 'registries/area/desk.hocon'
  const network = readNetwork({ network: 'area/desk', file, texts: { [file]: text('here.Where') } })
  const [found] = await tools.find({ id: projectIdOf(root), name: 'p', root, sample: false }, network)
  return found
}

const PYTHON = 'class Where: pass\n'
const TYPESCRIPT = 'export class Where {}\n'

describe('the tools of a project', () => {
  test.each([
    ['Python', 'py', PYTHON],
    ['TypeScript', 'ts', TYPESCRIPT],
  ])('[N-55] in %s: the most specific file wins, and those it shadows are named', async (_, ending, source) => {
    const [own, area, shared] = ['area/desk/here', 'area/here', 'here'].map((stem) => `coded_tools/${stem}.${ending}`)
    const files = { [String(shared)]: source, [String(area)]: source }
    expect(await find(files)).toMatchObject({ file: area, shadowed: [shared] })
    const all = await find({ ...files, [String(own)]: source })
    expect(all).toMatchObject({ file: own, shadowed: [area, shared] })
    expect(all).not.toHaveProperty('diagnostic')
  })

  test('[N-57] a class that is nowhere is an error at its class that lists every place tried', async () => {
    const found = await find({ 'coded_tools/elsewhere/here.py': PYTHON })
    expect(found).toMatchObject({
      entry: 'work',
      diagnostic: { code: 'class-not-found', severity: 'error', entry: 'work' },
    })
    const { at, message = '' } = found?.diagnostic ?? {}
    expect(text('here.Where').slice(at?.from, at?.to)).toBe('here.Where')
    const stems = ['here', 'coded_tools/area/desk/here', 'coded_tools/area/here', 'coded_tools/here']
    const places = stems.flatMap((stem) => [`${stem}.py`, `${stem}.ts`])
    expect(found?.tried).toEqual(places)
    expect(message).toContain(`Looked for: ${places.join(', ')}.`)
  })

  test('[N-57] files that lack the class are named', async () => {
    const found = await find({ 'coded_tools/here.py': 'class Other: pass\n' })
    expect(found?.diagnostic).toMatchObject({ code: 'class-not-found' })
    expect(found?.diagnostic?.message).toMatch(/^The class "here\.Where" is not in coded_tools\/here\.py\./)
  })

  test.each([
    ['one folder', 'coded_tools/area/here.py', 'coded_tools/area/here.ts'],
    ['two tiers', 'coded_tools/here.py', 'coded_tools/area/here.ts'],
  ])('[N-58] in both languages, in %s, is an error that names both', async (_, python, typescript) => {
    const found = await find({ [python]: PYTHON, [typescript]: TYPESCRIPT })
    expect(found).not.toHaveProperty('file')
    expect(found?.diagnostic).toMatchObject({ code: 'both-languages', severity: 'error' })
    for (const file of [python, typescript]) expect(found?.diagnostic?.message).toContain(file)
  })

  test('TypeScript tools ask for no Python', async () => {
    const env = { SLYGLASS_PYTHON: join(root, 'none') }
    expect(await find({ 'coded_tools/here.ts': TYPESCRIPT }, env)).not.toHaveProperty('diagnostic')
    rmSync(join(root, 'coded_tools'), { recursive: true })
    expect((await find({ 'coded_tools/here.py': PYTHON }, env))?.diagnostic).toMatchObject({ code: 'python-missing' })
  })
})
