import { err, ok, type Result } from '@slyglass/base'
import { shellWords } from './shell-words.ts'

/** A command as it was typed: values are words, whose meaning the tool's parameters decide. */
export interface ParsedCommand {
  readonly name: string
  readonly positional: readonly string[]
  /** A later value of a name wins. */
  readonly named: ReadonlyMap<string, string>
}

/** Reads a command without its prefix: a name, values in the order of the parameters, then `name=value`. */
export function parseCommand(body: string): Result<ParsedCommand, string> {
  const words = shellWords(body)
  if (!words.ok) return words
  const [name, ...rest] = words.value
  if (name === undefined) return err('empty command')
  const positional: string[] = []
  const named = new Map<string, string>()
  for (const word of rest) {
    // The first = decides, also where quotes stood around it.
    const at = word.indexOf('=')
    if (at >= 0) named.set(word.slice(0, at), word.slice(at + 1))
    else if (named.size > 0) return err(`positional argument '${word}' cannot appear after keyword arguments`)
    else positional.push(word)
  }
  return ok({ name, positional, named })
}
