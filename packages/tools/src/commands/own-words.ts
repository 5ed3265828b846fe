// What a person reads of a command that failed: what the tool said itself, without what is wrapped around it for a model.
import type { CoercionFault } from '../coerce/coerce-value.ts'
import { argumentsRefused, errorLine } from '../errors/error-object.ts'

/** The message of what a tool raised, without the name of its class. */
export function ownWords(raised: string): string {
  const [, said] = /^[A-Za-z_][\w.]*: ([\s\S]*)$/.exec(raised) ?? []
  return said === undefined || said === '' ? raised : said
}

/** Words that do not fit a tool's parameters: one line of what is wrong, then a line for each. */
export function misfitLines(tool: string, faults: readonly CoercionFault[]): string {
  const each = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
  return [errorLine(argumentsRefused(tool, faults)), ...each].join('\n')
}
