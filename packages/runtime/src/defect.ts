import type { Failure } from '@slyglass/run-log'

/** A mistake of ours, as the end of a run tells it. */
export function defect(error: unknown): Failure {
  const said = error instanceof Error ? error : new Error(String(error))
  return {
    code: 'defect',
    message: `Slyglass made a mistake of its own and stopped the run: ${said.message}`,
    ...(said.stack !== undefined && { detail: said.stack }),
  }
}
