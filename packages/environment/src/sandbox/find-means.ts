import { hasBubblewrap } from '../isolation.ts'
import type { SandboxMeans } from './levels.ts'

/** What can enclose tools here; bubblewrap is tried once, by running it. */
export function createMeans(decided: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isolation?: 'auto' | 'host'
  readonly network?: 'on' | 'off'
}): () => Promise<SandboxMeans> {
  const { isolation = 'auto', network = 'on' } = decided
  let found: Promise<SandboxMeans> | undefined
  return () => {
    found ??= hasBubblewrap(decided.env).then((has) => ({
      bwrap: has && isolation === 'auto',
      permission: permissionFlag() !== undefined,
      ...{ isolation, network },
    }))
    return found
  }
}

/** Node's flag for permissions, as this version calls it. */
export function permissionFlag(): string | undefined {
  return ['--permission', '--experimental-permission'].find((flag) => process.allowedNodeEnvironmentFlags.has(flag))
}
