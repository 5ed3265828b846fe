import type { Manifest, Network } from '@slyglass/network'
import type { Project } from './projects.ts'

/** Networks of a project, read from disk. Reading runs nothing. */
export interface ProjectNetworks {
  manifest(project: Project): Promise<{
    readonly manifest: string | null
    readonly networks: Manifest['networks']
    readonly diagnostics: Manifest['diagnostics']
  }>
  env(project: Project): Promise<Readonly<Record<string, string>>>
  read(project: Project, name: string): Promise<ReadNetwork | undefined>
}

/** A network, and the texts that it was read from. */
export interface ReadNetwork {
  readonly network: Network
  readonly documents: readonly { readonly path: string; readonly text: string }[]
}
