// A private value that a model read, in words.
import type { ModelRead } from './model-reads.ts'

/** `customer_token went to the model in request #2`. */
export function readWords({ key, request, maybe }: Pick<ModelRead, 'key' | 'request' | 'maybe'>): string {
  return maybe
    ? `${key} may have gone to the model in request #${request} (short or common text: it may be chance)`
    : `${key} went to the model in request #${request}`
}

/** What to do about a call whose result held it. */
export function readAdvice(tool: string): string {
  return `Return less from ${tool}: a model reads all that it returns.`
}

/** How bad it is; undefined where nothing was read. */
export function toneOfReads(reads: readonly Pick<ModelRead, 'maybe'>[]): 'fail' | 'wait' | undefined {
  if (reads.length === 0) return undefined
  return reads.every(({ maybe }) => maybe) ? 'wait' : 'fail'
}
