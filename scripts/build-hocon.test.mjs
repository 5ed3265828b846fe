// The package as a stranger has it: packed by npm, unpacked into a folder that has nothing else.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../packages/hocon/src/testing/readme.ts'
import { importsOf } from './check-imports.mjs'
import { root } from './ensure.mjs'

const place = mkdtempSync(join(tmpdir(), 'slyglass-hocon-'))
const home = join(place, 'node_modules', '@slyglass', 'hocon')
let files = []

beforeAll(async () => {
  const built = join(place, 'built')
  await run(process.execPath, [join(root, 'scripts', 'build.mjs'), 'hocon', built])
  // No registry is asked: there is none at this address.
  const npm = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: join(place, 'cache') }
  await run('npm', ['pack', built, '--offline', '--ignore-scripts', '--no-update-notifier'], npm)
  const [tarball] = readdirSync(place).filter((name) => name.endsWith('.tgz'))
  await run('tar', ['-xzf', tarball])
  mkdirSync(dirname(home), { recursive: true })
  renameSync(join(place, 'package'), home)
  files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const start = promisify(execFile)

async function run(command, args, env = {}) {
  const shell = process.platform === 'win32' && command === 'npm'
  const options = { cwd: place, env: { ...process.env, ...env }, shell, timeout: 150_000 }
  try {
    return (await start(command, args, options)).stdout
  } catch (fault) {
    throw new Error(`${fault.message}\n${fault.stdout}${fault.stderr}`)
  }
}

const textOf = (file) => readFileSync(join(home, file), 'utf8')

describe('the packed @slyglass/hocon', () => {
  test('says of itself what a registry and a program need, and asks for no other package', () => {
    const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const packed = JSON.parse(textOf('package.json'))
    expect(packed).toMatchObject({ name: '@slyglass/hocon', version, license, engines, type: 'module' })
    expect(packed.description).toBeTruthy()
    expect(Object.keys(packed).filter((key) => /private|dependencies|scripts/i.test(key))).toEqual([])
    expect(JSON.stringify(packed)).not.toContain('workspace:')
    expect(Object.keys(packed.exports)).toEqual(['.', './language', './package.json'])
    for (const { types, default: code } of [packed.exports['.'], packed.exports['./language']])
      expect(files).toEqual(expect.arrayContaining([types.slice(2), code.slice(2)]))
  })

  test('holds its pages, code and types, and nothing else', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'SPEC.md']))
    const kinds = /^(?:(?:LICENSE|README\.md|SPEC\.md|package\.json)|(?:chunks\/)?[\w-]+\.js|types\/.*\.d\.ts)$/
    expect(files.filter((file) => !kinds.test(file))).toEqual([])
  })

  test('imports and links to its own files alone', () => {
    const named = files.flatMap((file) => {
      const names = /\.(?:js|ts)$/.test(file) ? importsOf(join(home, file), textOf(file)) : []
      const links = file.endsWith('.md')
        ? [...textOf(file).matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => `./${link}`)
        : []
      return [...names, ...links].map((name) => ({ file, name }))
    })
    expect(named.length).toBeGreaterThan(20)
    const strange = named.filter(({ file, name }) => {
      const target = join(dirname(file), name).replaceAll(sep, '/')
      return !name.startsWith('.') || ![target, target.replace(/\.js$/, '.d.ts')].some((path) => files.includes(path))
    })
    expect(strange).toEqual([])
  })

  test('tells nothing of agents, of the workspace or of the machine that built it', () => {
    const words = [/agent/i, /@slyglass\/(?!hocon\b)/, /file:\/\/\//, /\bstudio\b/i]
    const paths = [root, homedir(), tmpdir()].filter((path) => path.length > 1)
    const told = files.flatMap((file) => {
      const text = textOf(file)
      const found = [
        ...words.filter((word) => word.test(text)).map(String),
        ...paths.filter((one) => text.includes(one)),
      ]
      return found.map((what) => `${file}: ${what}`)
    })
    expect(told).toEqual([])
  })

  test('says of each of its exports what it is', () => {
    const named = ['types/index.d.ts', 'types/language/index.d.ts'].flatMap((entry) =>
      [...textOf(entry).matchAll(/export (?:type )?\{ ([^}]*) \} from '(.*)\.js'/g)].flatMap(([, names, file]) =>
        names
          .split(/,\s*/)
          .map((name) => ({ name: name.replace('type ', ''), file: `${join(dirname(entry), file)}.d.ts` })),
      ),
    )
    expect(named.length).toBeGreaterThan(90)
    const isTold = ({ name, file }) =>
      new RegExp(`\\*/\\nexport (?:declare )?(?:function|class|interface|type|const) ${name}\\b`).test(textOf(file))
    expect(named.filter((one) => !isTold(one))).toEqual([])
  })

  test.each(examples)('runs example %$ of its readme in plain Node', async ({ code, prints }) => {
    const file = join(place, 'example.mjs')
    writeFileSync(file, code)
    expect((await run(process.execPath, [file])).trimEnd().split('\n')).toEqual(prints)
  })

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types that need nothing but themselves, in modules %s resolved as %s', async (module, moduleResolution) => {
    examples.forEach(({ code }, index) => {
      writeFileSync(join(place, `example-${index}.mts`), code)
    })
    writeFileSync(join(place, 'consumer.mts'), CONSUMER)
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', lib: ['es2022'], types: [], strict: true, noEmit: true },
      ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
      skipLibCheck: false,
    }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    expect(await run(process.execPath, [compiler, '-p', place])).toBe('')
  })
})

const CONSUMER = `
import { evaluate, get, type HoconDiagnostic, type HoconValue, JsonNumber, type Result, TreeCache } from '@slyglass/hocon'
import { type Completion, completionsAt, HoconView, type SchemaTable } from '@slyglass/hocon/language'

declare global {
  const console: { log(...parts: readonly unknown[]): void }
}

export function portOf(text: string): number | readonly HoconDiagnostic[] {
  const { value, diagnostics } = evaluate(text, { profile: 'spec', doc: 'app.conf' })
  const port = get(value, 'port', 'int')
  return port.ok && port.value instanceof JsonNumber ? port.value.toNumber() : diagnostics
}

export function namesIn(value: HoconValue): readonly string[] {
  return value.kind === 'object' ? [...value.fields.keys()] : []
}

const trees = new TreeCache('spec')
const schema: SchemaTable = { file: { keys: [{ key: 'port', kinds: ['number'], about: 'Where it listens.' }] } }

export function offers(text: string): readonly Completion[] {
  const view = new HoconView({ profile: 'spec', texts: { 'app.conf': text } }, 'app.conf', trees.parse)
  return completionsAt(view, 'app.conf', text.length, { schema })
}

// Types that were missing would be any, which is everything.
// @ts-expect-error a profile is one of two
evaluate('', { profile: 'yaml', doc: 'app.conf' })
// @ts-expect-error a value is no text
export const text: string = evaluate('', { profile: 'spec', doc: 'app.conf' }).value
// @ts-expect-error a number is no flag
export const wrong: Result<boolean, string> = get(evaluate('', { profile: 'spec', doc: '' }).value, 'a', 'int')
// @ts-expect-error an offset is a number
completionsAt(new HoconView({ profile: 'spec', texts: {} }, ''), '', '0')
`
