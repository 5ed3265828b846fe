import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import { decodeText, readTextFile } from '../../workspace/files.ts'
import type { CommandIo } from '../command.ts'
import { type CommandFault, problem, wrongUse } from './fault.ts'
import { unreadableText } from './system-fault.ts'

/** The code of a file that the system gives no text of, as the studio says it. */
export const UNREADABLE = 'file-unreadable'

/** What people write for the text that is piped in. */
export const STDIN = '-'

/** What a path of the command line stands for. */
export type SourceKind = 'stdin' | 'file' | 'folder'

/** Says what a path is; a path that leads nowhere is wrong use. */
export async function kindOf(io: CommandIo, path: string): Promise<Result<SourceKind, CommandFault>> {
  if (path === STDIN) return ok('stdin')
  try {
    return ok((await stat(resolve(io.cwd, path))).isDirectory() ? 'folder' : 'file')
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown }
    if (code === 'ENOENT' || code === 'ENOTDIR') return err(wrongUse(`There is no file or folder ${path}.`))
    return err(problem(unreadableText(path, code), UNREADABLE))
  }
}

// Such files may well be read as HOCON, and formatted as if they were.
const OTHER = /\.(?:py|[mc]?[jt]sx?|jsonl|md|html|css|sql|csv|toml|ya?ml|sh)$/i

/** Why a named file is not read, when its ending says that it is something else. */
export const otherLanguage = (path: string): CommandFault | undefined =>
  OTHER.test(path) ? wrongUse(`${path} is no HOCON file, by its ending.`) : undefined

const isFolder = (path: string) => wrongUse(`${path} is a folder. Name a file in it.`)

/** The text of a file, or the text that is piped in. */
export async function readSource(io: CommandIo, path: string, shown = path): Promise<Result<string, CommandFault>> {
  const kind = await kindOf(io, path)
  if (!kind.ok) return kind
  if (kind.value === 'folder') return err(isFolder(path))
  const other = kind.value === 'file' ? otherLanguage(path) : undefined
  if (other !== undefined) return err(other)
  const text =
    kind.value === 'stdin'
      ? decodeText(await io.input(), 'The text that was piped in')
      : await readTextFile(resolve(io.cwd, path), shown)
  if (!text.ok) return err(problem([text.error.message, text.error.hint].filter(Boolean).join(' '), text.error.code))
  if (text.value === undefined) return err(problem(`${shown} is no plain file.`, UNREADABLE))
  if (text.value.text.includes('\0')) return err(problem(`${shown} is not text, so it is no HOCON.`, 'not-text'))
  return ok(text.value.text)
}

/** The lines of a file of answers, which may be larger than a HOCON file. */
export async function readLines(io: CommandIo, path: string): Promise<Result<readonly string[], CommandFault>> {
  const kind = await kindOf(io, path)
  if (!kind.ok) return kind
  if (kind.value === 'folder') return err(isFolder(path))
  const bytes = kind.value === 'stdin' ? await io.input() : await readFile(resolve(io.cwd, path)).catch(() => undefined)
  if (bytes === undefined) return err(problem(`${path} may not be read. Check its permissions.`))
  return ok(Buffer.from(bytes).toString('utf8').split('\n'))
}
