import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, isJsonObject, type JsonText, ok, parseJson, printJson, type Result } from '@slyglass/base'

/** What tools share, from the command line: a JSON object, or `@file` with one. */
export async function readDepsOption(
  option: string | undefined,
  cwd: string,
): Promise<Result<JsonText | undefined, string>> {
  if (option === undefined) return ok(undefined)
  const file = option.startsWith('@') ? resolve(cwd, option.slice(1)) : undefined
  const text = file === undefined ? option : await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return err(`There is no file ${file}.`)
  const parsed = parseJson(text)
  if (parsed.ok && isJsonObject(parsed.value)) return ok(printJson(parsed.value))
  return err('--deps takes a JSON object, such as {"user_id": "u1"}, or @file with one.')
}
