// `npm run bench [-- NAME]`: figures, never a verdict. Each package, app and the journeys may have
// `bench/<name>.bench.ts` exporting `bench(report, bundle)`.
import { existsSync, readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled } from './ensure.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = process.argv[2]

ensureInstalled()
const { createServer } = await import('vite')
const { build } = await import('esbuild')

function benchFiles() {
  const parts = ['packages', 'apps'].flatMap((top) => readdirSync(join(root, top)).map((name) => join(root, top, name)))
  return [...parts, join(root, 'e2e')].flatMap((part) => {
    const folder = join(part, 'bench')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((file) => file.endsWith('.bench.ts'))
      .map((file) => ({ name: file.replace('.bench.ts', ''), path: join(folder, file) }))
  })
}

/** Modules of a folder as they are shipped, in one file: linked one by one by a loader, they are a fifth slower. */
async function bundle(folder, ...entries) {
  const contents = entries.map((entry) => `export * from '${entry}'`).join('\n')
  const { outputFiles } = await build({
    ...{ stdin: { contents, resolveDir: folder }, bundle: true, write: false },
    ...{ format: 'esm', platform: 'node', target: 'es2022' },
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

const files = benchFiles().filter((file) => wanted === undefined || file.name === wanted)
if (files.length === 0)
  console.log(
    `no bench is called ${wanted}; there are: ${benchFiles()
      .map((file) => file.name)
      .join(', ')}`,
  )
else
  console.log(
    `Node ${process.version}, ${cpus().length} cores. Medians; ratios within one run matter more than milliseconds.`,
  )

const loader = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, watch: null },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
})
try {
  for (const file of files) {
    console.log(`\n${file.name}`)
    // Those of the browser drive the built studio.
    if (file.path.startsWith(join(root, 'e2e'))) ensureBuilt()
    const { bench } = await loader.ssrLoadModule(file.path)
    await bench((label, figure) => console.log(`  ${label.padEnd(64)} ${figure}`), bundle)
  }
} finally {
  await loader.close()
}
