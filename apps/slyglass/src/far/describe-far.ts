import type { ProjectReply } from '@slyglass/protocol'
import type { FarServer } from './far-servers.ts'

/** A running server where the page expects a project: there are networks, and no file. */
export function describeFarServer({ id, address, networks }: FarServer): ProjectReply {
  const listed = [...networks].sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    id,
    name: new URL(address).host,
    root: address,
    trusted: true,
    sample: false,
    manifest: null,
    networks: listed.map(({ name }) => ({ name, file: '', serve: true, public: true, mcp: false })),
    files: [],
    diagnostics: [],
    env: {},
    server: { address, networks: listed },
  }
}
