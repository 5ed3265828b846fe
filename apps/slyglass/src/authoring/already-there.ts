import { type Refusal, refused } from '../refusal.ts'

const NAMED = 5

/** Files that an import would write over; the page asks whether it may. */
export function alreadyThere(present: readonly string[]): Refusal {
  const rest = present.length - NAMED
  const names = `${present.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return refused(409, 'present', `The project has these files already: ${names}. Nothing was changed.`)
}
