// The hosts built from source into a temporary folder, for tests and development.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { HostAssets } from '../options.ts'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))

/** Entries of the two bundles, for `scripts/build` as well. */
export const HOST_ENTRIES = {
  host: join(PACKAGE, 'src', 'typescript-host', 'host.ts'),
  worker: join(PACKAGE, 'src', 'typescript-host', 'worker.ts'),
  python: join(PACKAGE, 'python'),
}

/** Bundles the TypeScript host; the Python host is used where it lies. */
export async function devAssets(): Promise<HostAssets> {
  const folder = mkdtempSync(join(tmpdir(), 'slyglass-hosts-'))
  await build({
    entryPoints: [HOST_ENTRIES.host, HOST_ENTRIES.worker],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  })
  return {
    python: HOST_ENTRIES.python,
    typescriptHost: join(folder, 'host.mjs'),
    typescriptWorker: join(folder, 'worker.mjs'),
  }
}
