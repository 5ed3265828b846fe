// Where values are written, and who else holds what is written there. Loaded with the first question.
import { type FieldSource, fieldSources, networksUsing, readNetwork, type SourceRange } from '@slyglass/network'
import type { ReadingInput } from './messages.ts'

export const originsOf = (
  input: ReadingInput,
  entry: string,
  paths: readonly (readonly string[])[],
): readonly (FieldSource | undefined)[] => fieldSources(input, entry, paths)

/** Networks that hold anything written at a place, and documents without which the answer is not the full one. */
export function usersOf(
  inputs: readonly ReadingInput[],
  at: SourceRange,
): { readonly networks: readonly string[]; readonly missing: readonly string[] } {
  const missing = inputs.flatMap((input) => readNetwork(input).missingIncludes)
  return { networks: networksUsing(inputs, at), missing: [...new Set(missing)] }
}
