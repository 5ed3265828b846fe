import { realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { err, ok, positionAt, type Result } from '@slyglass/base'
import { formatText } from '@slyglass/hocon/language'
import { replaceFile } from '../../workspace/files.ts'
import type { CommandIo, ExitCode } from '../command.ts'
import { type CommandFault, endWith, problem, wrongUse } from '../reading/fault.ts'
import { hoconFilesBelow } from '../reading/hocon-files.ts'
import { kindOf, otherLanguage, readSource, STDIN } from '../reading/read-source.ts'

/** Formats files in place, or lists those that would change. One bad file does not keep the others from it. */
export async function runFormat(io: CommandIo, paths: readonly string[], check: boolean): Promise<void> {
  const files = await findFiles(io, paths)
  if (!files.ok) return endWith(io, files.error)
  const handle = check ? checkFile : formatFile
  let code: ExitCode = 0
  for (const file of files.value) if (!(await handle(io, file))) code = 1
  io.exit(code)
}

/** True when formatting would leave the file as it is. */
async function checkFile(io: CommandIo, file: string): Promise<boolean> {
  const formatted = await readFormatted(io, file)
  if (!formatted.ok) return say(io, formatted.error)
  const isSame = formatted.value.before === formatted.value.after
  if (!isSame) io.out(file === STDIN ? '<stdin>' : file)
  return isSame
}

/** True when the file is formatted now. */
async function formatFile(io: CommandIo, file: string): Promise<boolean> {
  const formatted = await readFormatted(io, file)
  if (!formatted.ok) return say(io, formatted.error)
  const { before, after } = formatted.value
  if (file === STDIN) io.write(after)
  else if (before !== after) {
    const fault = await keep(io, file, after)
    if (fault !== undefined) return say(io, fault)
    io.out(file)
  }
  return true
}

function say(io: CommandIo, { message }: CommandFault): false {
  io.err(message)
  return false
}

/** The files that paths stand for, as seen from the working folder, each once. */
async function findFiles(io: CommandIo, paths: readonly string[]): Promise<Result<readonly string[], CommandFault>> {
  const files = new Set<string>()
  for (const path of paths) {
    const kind = await kindOf(io, path)
    if (!kind.ok) return kind
    const other = kind.value === 'file' ? otherLanguage(path) : undefined
    if (other !== undefined) return err(other)
    const below = kind.value === 'folder' ? await hoconFilesBelow(resolve(io.cwd, path)) : [path]
    if (below.length === 0) return err(wrongUse(`There is no .hocon file below ${path}.`))
    for (const file of below) files.add(file === STDIN ? file : relative(io.cwd, resolve(io.cwd, file)))
  }
  return ok([...files])
}

interface Formatted {
  readonly before: string
  readonly after: string
}

async function readFormatted(io: CommandIo, file: string): Promise<Result<Formatted, CommandFault>> {
  const source = await readSource(io, file)
  if (!source.ok) return source
  const formatted = formatText(source.value)
  if (formatted.ok) return ok({ before: source.value, after: formatted.value })
  const { line, column } = positionAt(source.value, formatted.error.from)
  return err(problem(`${file}:${line}:${column} error ${formatted.error.code} ${formatted.error.message}`))
}

/** Writes through links, so that a link stays one. */
async function keep(io: CommandIo, file: string, text: string): Promise<CommandFault | undefined> {
  try {
    await replaceFile(await realpath(resolve(io.cwd, file)), Buffer.from(text, 'utf8'))
    return undefined
  } catch (cause) {
    return problem(
      `${file} could not be written (${String((cause as NodeJS.ErrnoException).code)}). Check its permissions.`,
    )
  }
}
