import type { ServedNetwork } from './served-networks.ts'

/** Of two networks whose names collide, the one of that very name is the tool. */
export function mcpTools(networks: readonly ServedNetwork[]): ReadonlyMap<string, ServedNetwork> {
  const tools = new Map<string, ServedNetwork>()
  for (const served of networks) {
    if (served.mcpName === undefined) continue
    const taken = tools.get(served.mcpName)
    if (taken === undefined || served.network.name === served.mcpName) tools.set(served.mcpName, served)
  }
  return tools
}
