// What a model reads when its call cannot be made. The wording is neuro-san's, so that models react as they do there.
import type { JsonObject } from '@slyglass/base'
import type { ArgumentFault } from './lax-value.ts'
import { pythonRepr } from './python-text.ts'

/** The model named a tool that it was not offered. */
export function unknownToolText(tool: string, offered: readonly string[]): string {
  return `Error: ${tool} is not a valid tool, try one of [${offered.join(', ')}].`
}

/** The arguments do not fit the declared parameters; nothing was called. */
export function refusedArgumentsText(tool: string, sent: JsonObject, faults: readonly ArgumentFault[]): string {
  const lines = faults.map(({ field, reason }) => `${field}: ${reason}`).join('\n')
  return `Error invoking tool '${tool}' with kwargs ${pythonRepr(sent)} with error:\n ${lines}\n Please fix the error and try again.`
}
