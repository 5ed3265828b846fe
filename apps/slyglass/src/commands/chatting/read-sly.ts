import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, type JsonText, ok, type Result } from '@slyglass/base'
import { readSlyValues } from '../../sessions/sessions.ts'

/** Private values of the command line: a JSON object, or `@file` with one. */
export async function readSlyOption(
  option: string | undefined,
  cwd: string,
): Promise<Result<ReadonlyMap<string, JsonText>, string>> {
  if (option === undefined) return ok(new Map())
  const file = option.startsWith('@') ? resolve(cwd, option.slice(1)) : undefined
  const text = file === undefined ? option : await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return err(`There is no file ${file}.`)
  const values = readSlyValues(text)
  return values.ok ? values : err([values.error.message, values.error.hint].join(' '))
}
