import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolHostOptions } from '../options.ts'
import { createToolHosts, type ToolHosts } from '../tool-hosts.ts'
import { devAssets } from './dev-assets.ts'

/** Hosts with times short enough for tests. */
export interface TestHosts {
  readonly hosts: ToolHosts
  dispose(): Promise<void>
}

/** Real children, built from source; every step of the ladder that stops a call takes 300 ms. */
export async function startTestHosts(options: Partial<ToolHostOptions> = {}): Promise<TestHosts> {
  const hosts = createToolHosts({
    assets: await devAssets(),
    cacheFolder: mkdtempSync(join(tmpdir(), 'slyglass-cache-')),
    ...options,
    times: { cancelMs: 300, interruptMs: 300, abandonMs: 200, idleMs: 2_000, ...options.times },
  })
  return { hosts, dispose: () => hosts.dispose() }
}
