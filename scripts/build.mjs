// `npm run build`: the published folder `apps/slyglass/dist` with main.js, web/, hosts/ and samples/.
// It is made beside the old one and takes its place at the end, so that a failed build leaves a working one.
// `npm run build -- hocon` makes a package of `packages/hocon` instead (build-hocon.mjs).
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ensureInstalled, root, sourcePrint, stampBuild } from './ensure.mjs'

ensureInstalled()
const esbuild = await import('esbuild')

const app = join(root, 'apps', 'slyglass')
// `build.mjs server [FOLDER [PROGRAM]]` builds all but the page: for work on the server, and for tests. It is never stamped. A
// program of a bench is built beside main.js, of the same pieces.
const [part, folder, program] = process.argv.slice(2)
const target = resolve(folder ?? join(app, 'dist'))
const whole = part !== 'server'
const draft = join(app, '.cache', `dist-${process.pid}`)
const { quickSpreads } = await import('./quick-spreads.mjs')
const COMMON = {
  bundle: true,
  plugins: [quickSpreads],
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
  banner: {
    // Bundled CommonJS packages ask for Node's modules by `require`.
    js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
  },
}

async function buildServer() {
  await esbuild.build({
    ...COMMON,
    entryPoints: { main: join(app, 'src', 'main.ts'), ...(program && { [parse(program).name]: program }) },
    outdir: draft,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: ['libsql', 'esbuild'],
  })
}

async function buildHosts() {
  const environment = join(root, 'packages', 'environment')
  const hosts = join(draft, 'hosts')
  cpSync(join(environment, 'python'), join(hosts, 'python'), { recursive: true, filter: isHostFile })
  await esbuild.build({
    ...COMMON,
    entryPoints: {
      'typescript-host': join(environment, 'src', 'typescript-host', 'host.ts'),
      'typescript-worker': join(environment, 'src', 'typescript-host', 'worker.ts'),
      'quickjs-engine': join(environment, 'src', 'sandbox', 'quickjs', 'engine.ts'),
      'code-worker': join(environment, 'src', 'code', 'javascript', 'code-worker.ts'),
    },
    outdir: hosts,
    outExtension: { '.js': '.mjs' },
  })
  // Runs inside of QuickJS, where there is no Node.
  const shims = join(environment, 'src', 'sandbox', 'quickjs', 'node-shims.ts')
  await esbuild.build({
    ...{ bundle: true, format: 'esm', platform: 'neutral', target: 'es2022', logLevel: 'warning' },
    entryPoints: {
      'quickjs-guest': join(environment, 'src', 'sandbox', 'quickjs', 'guest.ts'),
      'code-guest': join(environment, 'src', 'code', 'javascript', 'guest.ts'),
    },
    alias: { 'node:url': shims, 'node:util': shims, 'node:async_hooks': shims },
    outdir: hosts,
    outExtension: { '.js': '.mjs' },
  })
  // What tools import as `slyglass`: plain modules, because they become a part of each tool.
  const tools = join(root, 'packages', 'tools', 'src')
  await esbuild.build({
    ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20.19', logLevel: 'warning' },
    entryPoints: {
      slyglass: join(tools, 'define', 'index.ts'),
      'slyglass-testing': join(tools, 'testing', 'index.ts'),
    },
    outdir: join(hosts, 'modules'),
    outExtension: { '.js': '.mjs' },
  })
}

const isHostFile = (path) => !/__pycache__|\.pyc$|[\\/]tests?$|_test\.py$|[\\/]test_[^\\/]*$/.test(path)

async function buildPage() {
  const web = join(root, 'apps', 'web')
  const { build } = await import('vite')
  const outDir = join(draft, 'web')
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  await Promise.all(filesBelow(outDir).map(pack))
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)
const MIN_BYTES = 1_000

/** Puts packed twins beside a text file. */
async function pack(file) {
  if (!/\.(js|css|html|svg|json)$/.test(file)) return
  const bytes = readFileSync(file)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, await packBrotli(bytes, { params }))
  writeFileSync(`${file}.gz`, await packGzip(bytes, { level: 9 }))
}

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

function takePlace() {
  const old = join(app, '.cache', `dist-old-${process.pid}`)
  if (existsSync(target)) renameSync(target, old)
  renameSync(draft, target)
  rmSync(old, { recursive: true, force: true })
}

async function buildApp() {
  const print = sourcePrint()
  try {
    mkdirSync(draft, { recursive: true })
    cpSync(join(root, 'samples'), join(draft, 'samples'), {
      recursive: true,
      filter: (path) => !path.endsWith('__pycache__'),
    })
    // All have ended before a fault is told: what still writes would be in the way of clearing up.
    const parts = await Promise.allSettled([buildServer(), buildHosts(), ...(whole ? [buildPage()] : [])])
    const failed = parts.find(({ status }) => status === 'rejected')
    if (failed !== undefined) throw failed.reason
    if (whole) stampBuild(draft, print)
    takePlace()
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

try {
  if (part === 'hocon') await (await import('./build-hocon.mjs')).buildHocon(folder)
  else await buildApp()
} catch (fault) {
  console.error(fault instanceof Error ? (fault.stack ?? fault.message) : fault)
  process.exitCode = 1
}
