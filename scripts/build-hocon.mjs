// `npm run build -- hocon [FOLDER]`: `@slyglass/hocon` as a folder that needs nothing but itself. Code is bundled with what it
// uses of base; types are declarations by file, in which base's lie as files of the package, too.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { build } from 'esbuild'
import { root } from './ensure.mjs'
import { quickSpreads } from './quick-spreads.mjs'

const home = join(root, 'packages', 'hocon')
const own = join(home, 'dist')
/** What can be imported: names of entries, and where their sources are. */
const ENTRIES = { index: 'index', language: 'language/index' }
const PAGES = ['README.md', 'SPEC.md']

/** Writes the package into its own `dist`, or into an empty folder. */
export async function buildHocon(folder = own) {
  const target = resolve(folder)
  if (target === own) rmSync(own, { recursive: true, force: true })
  else if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`${target} is not empty. Name a new folder, or none for packages/hocon/dist.`)
  mkdirSync(target, { recursive: true })
  await buildCode(target)
  buildTypes(join(target, 'types'))
  for (const page of PAGES) cpSync(join(home, page), join(target, page))
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`)
}

async function buildCode(target) {
  const sources = Object.entries(ENTRIES).map(([name, source]) => [name, join(home, 'src', `${source}.ts`)])
  await build({
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'neutral', target: 'es2022', logLevel: 'warning' },
    entryPoints: Object.fromEntries(sources),
    chunkNames: 'chunks/[name]-[hash]',
    outdir: target,
    // Names of sources in the code are those from here.
    absWorkingDir: root,
    plugins: [quickSpreads],
  })
}

function buildTypes(target) {
  const written = mkdtempSync(join(tmpdir(), 'slyglass-types-'))
  try {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const args = ['-p', join(home, 'tsconfig.build.json'), '--outDir', written]
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The types could not be written.\n${stdout}${stderr}`)
    const read = (file) => readFileSync(join(written, placeOf(file)), 'utf8')
    for (const [file, text] of reachedFrom(Object.values(ENTRIES), read)) {
      const path = join(target, `${file}.d.ts`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  } finally {
    rmSync(written, { recursive: true, force: true })
  }
}

/** Where the compiler puts the declarations of a file of the package. */
const placeOf = (file) => `${file.startsWith('base/') ? file.replace('base/', 'base/src/') : `hocon/src/${file}`}.d.ts`

/** The declarations that the entries need, by their place in the package. */
function reachedFrom(entries, read) {
  const homes = homesOf(read('base/index'))
  const files = new Map()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    const folder = posix.dirname(file)
    const text = nameHomes(read(file), homes, folder).replace(/(?<=from ')(\.[^']+)\.ts(?=')/g, (_, name) => {
      waiting.push(posix.join(folder, name))
      return `${name}.js`
    })
    files.set(file, text)
  }
  return files
}

/** In which file of base each of its names is. */
function homesOf(index) {
  const lines = index.matchAll(/export \{ ([^}]*) \} from '\.\/(.*)\.ts'/g)
  return new Map([...lines].flatMap(([, names, file]) => namesIn(names).map((name) => [bare(name), file])))
}

const namesIn = (list) => list.split(',').map((name) => name.trim())
const bare = (name) => name.replace(/^type /, '')

/** Names of base come from their files. */
function nameHomes(text, homes, folder) {
  return text.replace(/^(.*) \{ ([^}]*) \} from '@slyglass\/base';$/gm, (_, verb, names) =>
    namesIn(names)
      .map((name) => {
        const path = posix.relative(folder, `base/${homes.get(bare(name))}`)
        return `${verb} { ${name} } from '${path.startsWith('.') ? path : `./${path}`}.ts';`
      })
      .join('\n'),
  )
}

/** What the workspace says of the package, without what only counts there. */
function describePackage() {
  const { private: _, dependencies: __, exports: sources, ...kept } = readJson(join(home, 'package.json'))
  const { engines } = readJson(join(root, 'package.json'))
  const exports = Object.keys(sources).map((name) => [name, filesOf(name === '.' ? 'index' : posix.basename(name))])
  return {
    ...kept,
    engines,
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    files: [...Object.keys(ENTRIES).map((name) => `${name}.js`), 'chunks', 'types', 'SPEC.md'],
  }
}

const filesOf = (entry) => ({ types: `./types/${ENTRIES[entry]}.d.ts`, default: `./${entry}.js` })
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
