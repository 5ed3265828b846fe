// Who checks which observations: one entry an area.
import type { HostAssets } from '@slyglass/environment'
import type { BubVector } from './bub-vector.ts'
import { checkCode } from './code.ts'
import { checkCommand } from './command.ts'
import { checkDeferred } from './deferred.ts'
import { checkDefinition } from './definition.ts'
import { checkExecutor } from './executor.ts'
import { checkExposure } from './exposure.ts'
import { checkHooks } from './hooks.ts'
import { checkLoop } from './loop.ts'
import { checkRender } from './render.ts'
import { checkSpill } from './spill.ts'
import { checkTape } from './tape.ts'

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

export const AREAS: ReadonlyMap<string, AreaRunner> = new Map<string, AreaRunner>([
  ['code', checkCode],
  ['command', checkCommand],
  ['definition', checkDefinition],
  ['deferred', checkDeferred],
  ['executor', checkExecutor],
  ['exposure', checkExposure],
  ['hooks', checkHooks],
  ['loop', checkLoop],
  ['render', checkRender],
  ['spill', checkSpill],
  ['tape', checkTape],
])

/** An area or an observation that nobody checks has failed. */
export async function checkBubVector(vector: BubVector, tools: VectorTools): Promise<string | undefined> {
  const runner = AREAS.get(vector.area)
  if (runner === undefined) return `nothing checks the area ${vector.area}`
  try {
    return await runner(vector, tools)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Who checks one observation of an area; the others of it fail. */
export function byId(runners: Readonly<Record<string, AreaRunner>>): AreaRunner {
  return async (vector, tools) => {
    const runner = runners[vector.id]
    return runner === undefined ? `nothing checks ${vector.id}` : runner(vector, tools)
  }
}
