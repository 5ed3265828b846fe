// What HOCON says of a text, in the vocabulary of networks.
import type { HoconDiagnostic } from '@slyglass/hocon'
import type { Diagnostic } from './model.ts'

/** The same diagnostic. Faults of the text get codes of their own kind: a text with one is broken, others are only wrong. */
export function fromHocon({ kind, ...rest }: HoconDiagnostic): Diagnostic {
  return kind === 'parse' || kind === 'bad_path' ? { ...rest, code: textFaultCode(rest.code) } : rest
}

/** The code of a fault that keeps a text from being read. */
export const textFaultCode = (code: string): string => `syntax-${code}`
