// Reading, writing and changing files of the workspace.
import { jsonAt } from '@slyglass/base'
import { type BuiltInCall, type BuiltInEnd, countArg, done, failed, textArg } from './built-in-tool.ts'

const MOST_BYTES = 10_000_000
const MOST_LINES = 2000

export async function fileRead(call: BuiltInCall): Promise<BuiltInEnd> {
  return withFile(call, async (path) => {
    const text = await readText(call, path)
    const lines = text.split('\n')
    if (lines.at(-1) === '') lines.pop()
    const first = countArg(call.args, 'offset', 1)
    const limit = countArg(call.args, 'limit', MOST_LINES)
    const shown = lines.slice(first - 1, first - 1 + limit)
    if (shown.length === 0 && lines.length > 0) return failed(`The file has ${lines.length} lines`, 'validation')
    const numbered = shown.map((line, index) => `${first + index}\t${line.replace(/\r$/, '')}`).join('\n')
    const left = lines.length - (first - 1 + shown.length)
    return done(left > 0 ? `${numbered}\n[${left} more lines; offset ${first + shown.length} reads on]` : numbered)
  })
}

export async function fileWrite(call: BuiltInCall): Promise<BuiltInEnd> {
  const content = textArg(call.args, 'content')
  if (content === undefined) return failed('content must be a text', 'validation')
  return withFile(call, async (path, named) => {
    const written = await writeText(call, path, content)
    if (!written.ok) return failed(written.error.message, 'permission')
    return done(`Wrote ${Buffer.byteLength(content)} bytes to ${named}`)
  })
}

export async function fileEdit(call: BuiltInCall): Promise<BuiltInEnd> {
  const [before, after] = [textArg(call.args, 'old_string'), textArg(call.args, 'new_string')]
  if (before === undefined || before === '' || after === undefined)
    return failed('old_string and new_string must be texts, and old_string not empty', 'validation')
  return withFile(call, async (path, named) => {
    const parts = (await readText(call, path)).split(before)
    const times = parts.length - 1
    if (times === 0) return failed(`old_string is not in ${named}`, 'validation')
    if (times > 1 && jsonAt(call.args, 'replace_all') !== true)
      return failed(`old_string is ${times} times in ${named}: add lines around it, or set replace_all`, 'validation')
    const written = await writeText(call, path, parts.join(after))
    if (!written.ok) return failed(written.error.message, 'permission')
    return done(`Edited ${named}: ${times} ${times === 1 ? 'replacement' : 'replacements'}`)
  })
}

async function withFile(
  call: BuiltInCall,
  work: (path: string, named: string) => Promise<BuiltInEnd>,
): Promise<BuiltInEnd> {
  const named = textArg(call.args, 'file_path')
  if (named === undefined || named === '') return failed('file_path must be a text', 'validation')
  const path = await call.place.files.guard(call.place.workspace, named)
  if (!path.ok) return failed(path.error.message, 'permission')
  try {
    return await work(path.value, named)
  } catch (error) {
    return fileFailure(error, named)
  }
}

/** What the system says of a file, in words. */
export function fileFailure(error: unknown, named: string): BuiltInEnd {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return failed(`File not found: ${named}`, 'system')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return failed(`Permission denied: ${named}`, 'system')
  const words = WORDS[code ?? ''] ?? message
  return failed(`File error: ${named}: ${words}`, 'system')
}

const WORDS: Readonly<Record<string, string>> = {
  EISDIR: 'it is no file',
  ENXIO: 'it is no file',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'a part of the path is no folder',
  ELOOP: 'it was replaced by a link',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
}

class NotText extends Error {}

async function readText({ place }: BuiltInCall, path: string): Promise<string> {
  try {
    const bytes = await place.files.read(path, MOST_BYTES)
    if (bytes.includes(0)) throw new NotText('it is no text')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw error instanceof TypeError ? new NotText('it is no text in UTF-8') : error
  }
}

function writeText({ place }: BuiltInCall, path: string, text: string) {
  return place.files.write(place.workspace, path, text)
}
