import { realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { err, ok, positionAt, type Result } from '@slyglass/base'
import { parseDocument } from '@slyglass/hocon'
import { formatText } from '@slyglass/hocon/language'
import { textFaultCode } from '@slyglass/network'
import { replaceFile } from '../../workspace/files.ts'
import { atStart, type Finding, printFinding } from '../checking/finding.ts'
import { printReport } from '../checking/report.ts'
import type { CommandIo } from '../command.ts'
import { type CommandFault, endWith, problem, wrongUse } from '../reading/fault.ts'
import { hoconFilesBelow } from '../reading/hocon-files.ts'
import { kindOf, otherLanguage, readSource, STDIN, UNREADABLE } from '../reading/read-source.ts'

/** What `slyglass fmt` was asked for. */
export interface FormatCommand {
  /** Write nothing. */
  readonly check?: boolean
  readonly json?: boolean
}

/** What came of one file. */
interface Handled {
  readonly file: string
  /** It was formatted, or would be. */
  readonly changed: boolean
  readonly finding?: Finding
  /** The finding in words for people, where there are any. */
  readonly said?: string
}

/** Formats files in place, or lists those that would change. One bad file does not keep the others from it. */
export async function runFormat(io: CommandIo, paths: readonly string[], options: FormatCommand): Promise<void> {
  const { check = false, json = false } = options
  if (json && !check && paths.includes(STDIN))
    return endWith(
      io,
      wrongUse('What is piped in comes out as text. Say --check as well to have what is wrong as JSON.'),
    )
  const files = await findFiles(io, paths)
  if (!files.ok) return endWith(io, files.error)
  const all: Handled[] = []
  for (const file of files.value) {
    const handled = await (check ? checkFile : formatFile)(io, file)
    all.push(handled)
    if (!json) say(io, handled)
  }
  const findings = all.flatMap(({ finding }) => finding ?? [])
  const changed = all.filter((one) => one.changed).map(({ file }) => shownName(file))
  if (json) io.out(printReport(findings, all.length, { changed }))
  io.exit(findings.length === 0 ? 0 : 1)
}

function say(io: CommandIo, { file, changed, said }: Handled): void {
  if (said !== undefined) io.err(said)
  else if (changed) io.out(shownName(file))
}

async function checkFile(io: CommandIo, file: string): Promise<Handled> {
  const formatted = await readFormatted(io, file)
  if (!formatted.ok) return formatted.error
  const { before, after } = formatted.value
  return before === after
    ? { file, changed: false }
    : { file, changed: true, finding: unformatted(file, before, after) }
}

async function formatFile(io: CommandIo, file: string): Promise<Handled> {
  const formatted = await readFormatted(io, file)
  if (!formatted.ok) return formatted.error
  const { before, after } = formatted.value
  if (file === STDIN) {
    io.write(after)
    return { file, changed: false }
  }
  if (before === after) return { file, changed: false }
  const fault = await keep(io, file, after)
  return fault === undefined ? { file, changed: true } : fails(file, 'file-unwritable', fault)
}

/** A file that is not formatted, at the first place where its text would change. */
function unformatted(file: string, before: string, after: string): Finding {
  let first = 0
  while (before[first] === after[first]) first += 1
  const at = positionAt(before, first)
  const message = `formatting changes the text from here on; ${file === STDIN ? 'fmt' : 'fmt without --check'} does it`
  return { ...atStart(shownName(file), 'not-formatted', message), from: at, to: at }
}

function fails(file: string, code: string, { message }: CommandFault): Handled {
  return { file, changed: false, finding: atStart(shownName(file), code, message), said: message }
}

const shownName = (file: string): string => (file === STDIN ? '<stdin>' : file)

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

async function readFormatted(io: CommandIo, file: string): Promise<Result<Formatted, Handled>> {
  const source = await readSource(io, file)
  if (!source.ok) return err(fails(file, source.error.code ?? UNREADABLE, source.error))
  const formatted = formatText(source.value)
  if (formatted.ok) return ok({ before: source.value, after: formatted.value })
  const { from, message } = formatted.error
  const code = faultCodeOf(source.value) ?? formatted.error.code
  const at = positionAt(source.value, from)
  const finding = { ...atStart(shownName(file), code, message), from: at, to: at }
  return err({ file, changed: false, finding, said: printFinding({ ...finding, file }) })
}

/** What the fault is called that keeps a text from being formatted. */
function faultCodeOf(text: string): string | undefined {
  const fault = parseDocument(text, 'neuro-san').faults.find(({ kind }) => kind === 'parse' || kind === 'bad_path')
  return fault && textFaultCode(fault.code)
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
