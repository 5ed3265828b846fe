// The hosts built from source into a temporary folder, for tests and development.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { HostAssets } from '../options.ts'
import { onceARun } from './once-a-run.ts'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))

/** Entries of the two bundles, for `scripts/build` as well. */
export const HOST_ENTRIES = {
  host: join(PACKAGE, 'src', 'typescript-host', 'host.ts'),
  worker: join(PACKAGE, 'src', 'typescript-host', 'worker.ts'),
  python: join(PACKAGE, 'python'),
  slyglass: join(PACKAGE, '..', 'tools', 'src', 'define', 'index.ts'),
  testing: join(PACKAGE, '..', 'tools', 'src', 'testing', 'index.ts'),
  engine: join(PACKAGE, 'src', 'sandbox', 'quickjs', 'engine.ts'),
  guest: join(PACKAGE, 'src', 'sandbox', 'quickjs', 'guest.ts'),
  codeWorker: join(PACKAGE, 'src', 'code', 'javascript', 'code-worker.ts'),
  codeGuest: join(PACKAGE, 'src', 'code', 'javascript', 'guest.ts'),
  shims: join(PACKAGE, 'src', 'sandbox', 'quickjs', 'node-shims.ts'),
}

/** Bundles the TypeScript host; the Python host is used where it lies. */
export async function devAssets(): Promise<HostAssets> {
  const folder = await onceARun('hosts', bundle)
  return {
    python: HOST_ENTRIES.python,
    typescriptHost: join(folder, 'host.mjs'),
    typescriptWorker: join(folder, 'worker.mjs'),
    modules: folder,
  }
}

async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: {
      host: HOST_ENTRIES.host,
      worker: HOST_ENTRIES.worker,
      slyglass: HOST_ENTRIES.slyglass,
      'slyglass-testing': HOST_ENTRIES.testing,
      'quickjs-engine': HOST_ENTRIES.engine,
      'code-worker': HOST_ENTRIES.codeWorker,
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  })
  const { shims } = HOST_ENTRIES
  await build({
    entryPoints: { 'quickjs-guest': HOST_ENTRIES.guest, 'code-guest': HOST_ENTRIES.codeGuest },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    alias: { 'node:url': shims, 'node:util': shims, 'node:async_hooks': shims },
    logLevel: 'silent',
  })
}
