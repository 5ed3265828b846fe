// Python files that may hold tools made of functions. Only running one could tell; most do not even import what makes them.
import { readFileSync, statSync } from 'node:fs'

const IMPORTS = /^\s*(?:from|import)\s+(?:slyglass|bub)(?:\.|\s|$)/m
const known = new Map<string, { readonly state: string; readonly imports: boolean }>()
const MOST = 2_000

/** True when the file imports what makes tools of functions. It is read anew when it has changed. */
export function mayHoldFunctionTools(file: string): boolean {
  const { mtimeMs, size, ino } = statSync(file)
  const state = `${mtimeMs} ${size} ${ino}`
  const before = known.get(file)
  if (before?.state === state) return before.imports
  const imports = IMPORTS.test(readFileSync(file, 'utf8'))
  if (known.size >= MOST) known.clear()
  known.set(file, { state, imports })
  return imports
}
