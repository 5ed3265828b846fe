// Turns a TypeScript tool into one file: its own modules inlined, packages as absolute file addresses.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { MadeBundles } from './made-bundles.ts'
import { projectCache } from './project-cache.ts'
import { needsOfNode } from './sandbox/quickjs/needs-node.ts'

export interface ToolBundle {
  readonly path: string
  readonly file: string
  readonly sha: string
  readonly exports: readonly string[]
  /** It may hold definitions, or classes that tell of themselves. */
  readonly mayDescribe: boolean
  /** What it needs of Node, in a word; absent when it needs nothing. */
  readonly needsNode?: string
}

/** Where bundles are made of what. */
export interface BundleSetting {
  readonly projectRoot: string
  readonly cacheFolder: string
  /** Folder with what tools import as `slyglass`. */
  readonly modules: string
  /** A file whose place `import.meta` tells, where the bundle should not tell its own. */
  readonly place?: string
}

/** Bundles `file` into the cache folder. @throws Error with the positions of what does not compile. */
export async function bundleTool(file: string, setting: BundleSetting): Promise<ToolBundle> {
  const key = JSON.stringify([file, setting.projectRoot, setting.cacheFolder, setting.modules, setting.place])
  const known = madeBefore.find(key)
  if (known !== undefined) return known
  const began = Date.now()
  const { bundle, inputs } = await makeBundle(file, setting)
  madeBefore.keep(key, bundle, inputs, began)
  return bundle
}

const madeBefore = new MadeBundles()

async function makeBundle(
  file: string,
  setting: BundleSetting,
): Promise<{ readonly bundle: ToolBundle; readonly inputs: readonly string[] }> {
  const { projectRoot, modules, place } = setting
  const folder = projectCache(setting.cacheFolder, projectRoot)
  const source = await readFile(file)
  const result = await build({
    entryPoints: [file],
    absWorkingDir: projectRoot,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    metafile: true,
    logLevel: 'silent',
    outdir: folder,
    plugins: [toolModules(modules), packagesByAddress],
    ...(place !== undefined && { define: placeOf(place) }),
  })
  const code = result.outputFiles[0]?.contents ?? new Uint8Array()
  const path = join(folder, `${createHash('sha256').update(code).digest('hex')}.mjs`)
  await mkdir(folder, { recursive: true })
  // Written aside and renamed: a host never reads half a bundle.
  const aside = `${path}.${process.pid}.${counter++}`
  await writeFile(aside, code)
  await rename(aside, path)
  const exports = Object.values(result.metafile.outputs)[0]?.exports ?? []
  const text = Buffer.from(code).toString('utf8')
  const needsNode = needsOfNode(text, importsOf(result.metafile))
  const mayDescribe = /slyglass\.tool-definition|\bmetadata\b|\bexecute\b/.test(text)
  const sha = createHash('sha256').update(source).digest('hex')
  const bundle = { path, file, sha, exports, mayDescribe, ...(needsNode !== undefined && { needsNode }) }
  return { bundle, inputs: Object.keys(result.metafile.inputs).map((input) => resolve(projectRoot, input)) }
}

/** What is left to import when the bundle is made. */
function importsOf({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
}

let counter = 0

function placeOf(file: string): Record<string, string> {
  return {
    'import.meta.url': JSON.stringify(pathToFileURL(file).href),
    'import.meta.filename': JSON.stringify(file),
    'import.meta.dirname': JSON.stringify(dirname(file)),
  }
}

/** `import { defineTool } from 'slyglass'` inside a tool, and `slyglass/testing` inside its tests. */
const toolModules = (folder: string): Plugin => ({
  name: 'slyglass',
  setup(plugin) {
    plugin.onResolve({ filter: /^slyglass$/ }, () => ({ path: join(folder, 'slyglass.mjs') }))
    plugin.onResolve({ filter: /^slyglass\/testing$/ }, () => ({ path: join(folder, 'slyglass-testing.mjs') }))
  },
})

const packagesByAddress: Plugin = {
  name: 'packages',
  setup(plugin) {
    plugin.onResolve({ filter: /^[^./]/ }, async (request) => {
      if (request.kind === 'entry-point' || request.pluginData === 'resolving') return undefined
      if (request.path.startsWith('node:') || /^[a-zA-Z]:/.test(request.path)) return undefined
      const { importer, resolveDir, kind } = request
      const found = await plugin.resolve(request.path, { importer, resolveDir, kind, pluginData: 'resolving' })
      if (found.errors.length > 0) return { errors: found.errors }
      if (found.external || !found.path.includes('node_modules')) return found
      return { path: pathToFileURL(found.path).href, external: true }
    })
  },
}
