import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const SCRIPT = join(import.meta.dirname, '../../../../scripts/clients.mjs')

/** Programs of neuro-san's own clients, as far as `npm run clients` installed them. */
export function installedClients(): { readonly agentCli?: string; readonly nsflow?: string } {
  return JSON.parse(spawnSync(process.execPath, [SCRIPT, '--where'], { encoding: 'utf8' }).stdout)
}
