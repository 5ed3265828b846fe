// The commands as people run them: the built program, real pipes, real exit codes.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { newFolder, putFiles, removeFolder, SAMPLES } from './support/folders.ts'

let program: BuiltProgram
let home = ''

beforeAll(async () => {
  program = await buildProgram()
  home = newFolder()
})
afterAll(() => {
  removeFolder(home)
})

const env = () => ({ PATH: process.env.PATH, SLYGLASS_HOME: join(home, 'data') })

function run(args: readonly string[], input = '') {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program.main, ...args], {
    ...{ cwd: home, env: env(), input, encoding: 'utf8', timeout: 150_000, maxBuffer: 64e6 },
  })
  return { out: stdout, err: stderr, code: status }
}

describe('the built command line', () => {
  test('[N-64] finds nothing wrong with the shipped sample, and says where a text is wrong', () => {
    const sample = join(SAMPLES, 'studio')
    expect(run(['check', sample])).toMatchObject({ out: '', code: 0 })
    const broken = run(['check', '-'], 'tools = [ {\n')
    expect(broken.out).toMatch(/^<stdin>:2:1 error syntax-unclosed-brace .+$/m)
    expect(broken.code).toBe(1)
    expect(run(['validate', 'gone'])).toEqual({ out: '', err: 'There is no file or folder gone.\n', code: 2 })
  })

  test('writes the same bytes for the same question, and reads what it is given', () => {
    const input = `a=3.0,  b = \${a}\n`
    expect(run(['value', '-'], input)).toEqual({ out: '{\n  "a": 3.0,\n  "b": 3.0\n}\n', err: '', code: 0 })
    expect(run(['fmt', '-'], input)).toMatchObject({ err: '', code: 0 })
    const once = run(['fmt', '-'], input).out
    expect(run(['fmt', '-'], once).out).toBe(once)
    expect(run(['graph', join(SAMPLES, 'studio/registries/basic/music_nerd_pro.hocon'), '--json']).out).toBe(
      run(['graph', join(SAMPLES, 'studio/registries/basic/music_nerd_pro.hocon'), '--json']).out,
    )
  })

  test('runs vectors', () => {
    const file = join(import.meta.dirname, '../../../packages/hocon/fixtures/vectors.jsonl')
    expect(run(['vectors', file]).out).toBe('684 passed, 0 failed\n')
    expect(run(['vectors', file, '--profile', 'neuro-san']).out).toBe('596 passed, 0 failed\n')
  })

  test('is quiet when its reader has seen enough', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `k${index} = ${index}`)
    putFiles(home, { 'wide.conf': lines.join('\n') })
    const child = spawn(process.execPath, [program.main, 'value', 'wide.conf', '--origin'], {
      cwd: home,
      env: env(),
    })
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((done) => child.once('exit', done))
    expect([err, code]).toEqual(['', 0])
  })

  test.each(['run-check', 'run-format', 'print-value', 'print-graph', 'run-vectors'])(
    'loads neither server nor stores for %s',
    (name) => {
      const chunk = importedBy('main.js', /import\("(\.[^"]+)"\)/g).find((path) => path.startsWith(`chunks/${name}-`))
      const loaded = [...new Set([...loadedWith('main.js'), ...loadedWith(String(chunk))])]
      const sources = loaded.flatMap(
        (file) => readFileSync(join(program.main, '..', file), 'utf8').match(/^\/\/ \S+\.[cm]?[jt]s$/gm) ?? [],
      )
      expect(sources.join()).toContain(`${name}.ts`)
      const heavy =
        /src\/server\/|src\/compose|run-store|packages\/runtime\/src\/(?!outside-failures)|packages\/models|node_modules\/.*\/(hono|pino|libsql|chokidar|openai)\//
      expect(sources.filter((source) => heavy.test(source))).toEqual([])
    },
  )
})

function importedBy(file: string, pattern: RegExp): readonly string[] {
  const text = readFileSync(join(program.main, '..', file), 'utf8')
  return [...text.matchAll(pattern)].map((match) => posix.join(posix.dirname(file), match[1] ?? ''))
}

/** A built file and everything that is loaded with it. */
function loadedWith(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const next of importedBy(file, /(?:from|import) "(\.[^"]+)"/g)) loadedWith(next, known)
  return known
}
