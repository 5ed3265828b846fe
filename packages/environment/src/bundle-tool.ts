// Turns a TypeScript tool into one file: its own modules inlined, packages as absolute file addresses.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

export interface ToolBundle {
  readonly path: string
  readonly file: string
  readonly sha: string
  readonly exports: readonly string[]
}

/** Bundles `file` into the cache folder. @throws Error with the positions of what does not compile. */
export async function bundleTool(file: string, projectRoot: string, cacheFolder: string): Promise<ToolBundle> {
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
    outdir: cacheFolder,
    plugins: [toolModule, packagesByAddress],
  })
  const code = result.outputFiles[0]?.contents ?? new Uint8Array()
  const path = join(cacheFolder, `${createHash('sha256').update(code).digest('hex')}.mjs`)
  await mkdir(cacheFolder, { recursive: true })
  // Written aside and renamed: a host never reads half a bundle.
  const aside = `${path}.${process.pid}.${counter++}`
  await writeFile(aside, code)
  await rename(aside, path)
  const exports = Object.values(result.metafile.outputs)[0]?.exports ?? []
  return { path, file, sha: createHash('sha256').update(source).digest('hex'), exports }
}

let counter = 0

/** `import { defineTool } from 'slyglass'` inside a tool. */
const toolModule: Plugin = {
  name: 'slyglass',
  setup(plugin) {
    plugin.onResolve({ filter: /^slyglass$/ }, () => ({ path: 'slyglass', namespace: 'slyglass' }))
    plugin.onLoad({ filter: /.*/, namespace: 'slyglass' }, () => ({
      contents: 'export const defineTool = (tool) => tool',
      loader: 'js',
    }))
  },
}

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
