import type { HostAssets } from '@slyglass/environment'
import type { BubVector } from './bub-vector.ts'

/** What runners may use of the installation. */
export interface VectorTools {
  /** The built folder, for areas that need a process of their own. */
  readonly dist: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where hosts are that were not built. */
  readonly assets?: HostAssets
}

/** Resolves with what is wrong; undefined when the studio answers as it says. */
export type AreaRunner = (vector: BubVector, tools: VectorTools) => Promise<string | undefined>

/** Who checks one observation of an area; the others of it fail. */
export function byId(runners: Readonly<Record<string, AreaRunner>>): AreaRunner {
  return async (vector, tools) => {
    const runner = runners[vector.id]
    return runner === undefined ? `nothing checks ${vector.id}` : runner(vector, tools)
  }
}
