// Hosts of tools that are there before the client's clock runs: a client that leaves after a while was recorded with a server that had them.
import { runId, spanId } from '@slyglass/base'
import type { ToolHosts } from '@slyglass/environment'
import type { RunRequest } from '@slyglass/runtime'

const NOBODY = 'slyglass_host.nothing.Nothing'

/** Starts the Python host of each place of tools, by asking it for a class that it has not. */
export async function warmHosts(hosts: ToolHosts, places: readonly RunRequest['sources'][]): Promise<void> {
  const run = runId('run_warm')
  await Promise.all(
    places.map((sources, index) =>
      hosts.call({
        ...{ run, sources, className: NOBODY, args: '{}', origin: [], sly: new Map() },
        span: spanId(`warm.${index}`),
        idempotencyKey: `warm ${index}`,
        signal: new AbortController().signal,
        onStart: async () => undefined,
        onOutput: () => undefined,
        onProgress: () => undefined,
      }),
    ),
  )
  await hosts.release(run)
}
