// Who checks which observations: one entry an area.
import type { AreaRunner, VectorTools } from './area-runner.ts'
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
