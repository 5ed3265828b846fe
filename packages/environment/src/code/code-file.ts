// The name under which a piece of code stands in its tracebacks, and its digest.
import { createHash } from 'node:crypto'
import { type Sha256, sha256 } from '@slyglass/base'

export function shaOf(code: string): Sha256 {
  return sha256(createHash('sha256').update(code, 'utf8').digest('hex'))
}

export function fileOf(code: string): string {
  return `<run_code-${shaOf(code).slice(0, 8)}>`
}
