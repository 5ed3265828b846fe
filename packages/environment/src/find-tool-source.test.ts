import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findToolSource } from './find-tool-source.ts'
import { projectSources, writeProject } from './testing/index.ts'
import { toolPackages, toolPlaces } from './tool-places.ts'

const python = 'class Where: pass\n'
const typescript = 'export class Where {}\n'

function find(
  files: Record<string, string>,
  className: string,
  options: { network?: string; toolPathOnly?: boolean; interpreterPath?: string[] } = {},
) {
  const root = writeProject(files)
  mkdirSync(join(root, 'coded_tools'), { recursive: true })
  const { network = 'area/desk', ...rest } = options
  const source = findToolSource(projectSources(root, { network }), className, rest)
  const short = (path: string) => path.replace(`${root}/`, '')
  return source.found
    ? { ...source, file: short(source.file), tried: source.tried.map(short), shadowed: source.shadowed.map(short) }
    : {
        ...source,
        tried: source.tried.map(short),
        files: source.files.map(short),
        message: source.message.replaceAll(`${root}/`, ''),
      }
}

describe('the source of a coded tool', () => {
  test("[N-54] is looked for in the network's folder, its parents, the shared folder", () => {
    const { tried } = find({}, 'here.Where')
    expect(tried.filter((path) => path.endsWith('.py'))).toEqual([
      'here.py',
      'coded_tools/area/desk/here.py',
      'coded_tools/area/here.py',
      'coded_tools/here.py',
    ])
  })

  test('[N-55] is the most specific one, and those it shadows are named', () => {
    const files = {
      'coded_tools/here.py': python,
      'coded_tools/area/here.py': python,
      'coded_tools/area/desk/here.py': python,
    }
    expect(find(files, 'here.Where')).toMatchObject({
      found: true,
      language: 'python',
      file: 'coded_tools/area/desk/here.py',
      shadowed: ['coded_tools/area/here.py', 'coded_tools/here.py'],
    })
  })

  test('passes over a module that lacks the class', () => {
    const files = { 'coded_tools/area/half.py': 'class Other: pass\n', 'coded_tools/half.py': python }
    expect(find(files, 'half.Where')).toMatchObject({ found: true, file: 'coded_tools/half.py', shadowed: [] })
  })

  test('[N-57] names every place tried when there is none', () => {
    expect(find({}, 'nowhere.Where')).toMatchObject({
      found: false,
      reason: 'missing',
      message: expect.stringMatching(
        /^No file for "nowhere\.Where"\. Looked for, in this order: nowhere\.py, nowhere\.ts, coded_tools\/area\/desk\/nowhere\.py/,
      ),
    })
  })

  test('names the files that lack the class', () => {
    expect(find({ 'coded_tools/half.py': 'class Other: pass\n' }, 'half.Where')).toMatchObject({
      found: false,
      reason: 'class-missing',
      files: ['coded_tools/half.py'],
      message: 'coded_tools/half.py has no class "Where".',
    })
  })

  test('[N-58] in two languages is an error that names both', () => {
    const files = { 'coded_tools/here.py': python, 'coded_tools/area/here.ts': typescript }
    expect(find(files, 'here.Where')).toMatchObject({
      found: false,
      reason: 'both-languages',
      message:
        '"here.Where" is there in two languages: coded_tools/area/here.ts and coded_tools/here.py. Remove or rename one of them.',
    })
  })

  test('[N-58] in one language is taken from there, whatever the module of that name holds in the other', () => {
    const files = { 'coded_tools/here.py': 'class Other: pass', 'coded_tools/here.ts': typescript }
    expect(find(files, 'here.Where')).toMatchObject({ found: true, file: 'coded_tools/here.ts', shadowed: [] })
  })

  test('[N-58] may be TypeScript in every tier', () => {
    expect(find({ 'coded_tools/area/here.ts': typescript }, 'here.Where')).toMatchObject({
      found: true,
      language: 'typescript',
    })
  })

  test('[N-56] may be fully qualified, unless only the tool path counts', () => {
    const files = { 'coded_tools/area/here.py': python, 'outside.py': python }
    expect(find(files, 'coded_tools.area.here.Where')).toMatchObject({ found: true, file: 'coded_tools/area/here.py' })
    expect(find(files, 'outside.Where')).toMatchObject({ found: true, file: 'outside.py' })
    expect(find(files, 'outside.Where', { toolPathOnly: true })).toMatchObject({ found: false, reason: 'missing' })
  })

  test('may be a package', () => {
    expect(find({ 'coded_tools/kit/__init__.py': python }, 'kit.Where')).toMatchObject({
      file: 'coded_tools/kit/__init__.py',
    })
  })

  test('without a module is never found', () => {
    expect(find({ 'Where.py': python }, 'Where')).toMatchObject({
      found: false,
      reason: 'no-module',
      message: 'The class "Where" names no module. Write it as module.Where.',
    })
  })

  test('of the interpreter is looked up at run time, or at once where its path is known', () => {
    expect(find({}, 'library.part.Where')).toMatchObject({ found: false, reason: 'at-run-time' })
    const library = writeProject({ 'library/part.py': python })
    expect(find({}, 'library.part.Where', { interpreterPath: [library] })).toMatchObject({
      found: true,
      language: 'python',
    })
    expect(find({}, 'library.gone.Where', { interpreterPath: [library] })).toMatchObject({
      found: false,
      reason: 'missing',
    })
  })
})

describe('an odd file', () => {
  const hostile = writeProject({ 'coded_tools/file': 'x', 'coded_tools/huge.py': python })
  symlinkSync('circle.py', join(hostile, 'coded_tools/circle.py'))
  truncateSync(join(hostile, 'coded_tools/huge.py'), 3 * 1024 ** 3)
  test.each([
    ['below another file', 'file.deeper.Where', 'at-run-time'],
    ['in a circle of links', 'circle.Where', 'missing'],
    ['with a name that no disk takes', `${'x'.repeat(400)}.Where`, 'missing'],
    ['that fills the memory', 'huge.Where', 'class-missing'],
    ['with a name that leads away', '../../here.Where', 'at-run-time'],
  ])('%s is as good as missing', (_, className, reason) => {
    expect(findToolSource(projectSources(hostile), className)).toMatchObject({ found: false, reason })
  })
})

describe('tool roots', () => {
  const sources = (network: string) => ({
    projectRoot: '/p',
    toolRoots: ['/p/coded_tools', '/p/lib/more'],
    pythonPath: ['/p', '/p/lib'],
    network,
  })

  test('are packages below the longest import root', () => {
    expect(toolPackages(sources('desk'))).toEqual(['coded_tools', 'more'])
    expect(toolPackages({ ...sources('desk'), pythonPath: ['/elsewhere'] })).toEqual(['coded_tools', 'more'])
  })

  test("that end with the network's name are not extended by it", () => {
    expect(toolPlaces(sources('tools'), 'a.B', true).map((place) => place.module)).toEqual([
      'coded_tools.a',
      'more.tools.a',
      'more.a',
    ])
  })
})
