// Python files that may hold tools made of functions. Only running one could tell; most do not even import what makes them.
import { readFileSync } from 'node:fs'
import { factsThisTurn } from './folder-names.ts'
import { KeptAnswers, LookedAt } from './looked-at.ts'

const IMPORTS = /^\s*(?:from|import)\s+(?:slyglass|bub)(?:\.|\s|$)/m
const known = new KeptAnswers<boolean>()

/** True when the file imports what makes tools of functions. It is read anew when it has changed. */
export function mayHoldFunctionTools(file: string): boolean {
  const before = known.find(file, factsThisTurn)
  if (before !== undefined) return before
  const [looked, began] = [new LookedAt(), Date.now()]
  looked.facts(file)
  const imports = IMPORTS.test(readFileSync(file, 'utf8'))
  known.keep(file, imports, looked, began)
  return imports
}
