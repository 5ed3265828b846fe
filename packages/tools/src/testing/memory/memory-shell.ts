// Runs programs in memory: one with its arguments, or a line of the shell.
import { joinWorkspace } from '../../define/environment.ts'
import { ByteStream } from './byte-stream.ts'
import type { MemoryFiles } from './memory-files.ts'
import { type MemoryProgram, type ProgramStreams, SHELL_WORDS } from './memory-programs.ts'
import { readShellLine, type ShellCommand, ShellRefused } from './shell-words.ts'

/** Where a line runs. */
export interface ShellPlace {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly files: MemoryFiles
  readonly programs: Readonly<Record<string, MemoryProgram>>
  readonly signal: AbortSignal
}

/** Answers its exit code. */
export async function runWords(words: readonly string[], place: ShellPlace, streams: ProgramStreams): Promise<number> {
  const [name = '', ...args] = words
  const program = [place.programs, SHELL_WORDS].find((words) => Object.hasOwn(words, name))?.[name]
  if (program === undefined) {
    streams.err.write(`${name}: not found\n`)
    return 127
  }
  const { cwd, env, files, signal } = place
  const write = (stream: ByteStream) => (data: string | Uint8Array) => {
    if (!signal.aborted) stream.write(data)
  }
  try {
    return await program({
      ...{ args, cwd, env, files, signal, input: streams.input },
      ...{ out: write(streams.out), err: write(streams.err) },
    })
  } catch (error) {
    return refused(streams, name, error)
  }
}

function refused(streams: ProgramStreams, by: string, error: unknown): number {
  streams.err.write(`${by}: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
}

/** Answers the exit code of its last program. */
export async function runLine(line: string, place: ShellPlace, streams: ProgramStreams): Promise<number> {
  try {
    let code = 0
    for (const { when, pipeline } of readShellLine(line, (name) => place.env[name] ?? '')) {
      if (place.signal.aborted) break
      if ((when === 'ok' && code !== 0) || (when === 'failed' && code === 0)) continue
      code = await runPipeline(pipeline, place, streams)
      if (pipeline.length === 1 && pipeline[0]?.words[0] === 'exit') break
    }
    return code
  } catch (error) {
    if (!(error instanceof ShellRefused)) throw error
    streams.err.write(`sh: ${error.message}\n`)
    return 2
  }
}

async function runPipeline(
  pipeline: readonly ShellCommand[],
  place: ShellPlace,
  streams: ProgramStreams,
): Promise<number> {
  let { input } = streams
  const ends = pipeline.map((command, index) => {
    const out = index === pipeline.length - 1 ? streams.out : new ByteStream()
    const end = runCommand(command, place, { input, out, err: streams.err }).finally(() => {
      if (out !== streams.out) out.end()
    })
    input = out
    return end
  })
  return (await Promise.all(ends)).at(-1) ?? 0
}

/** A file that cannot be read or written is the program's failure, as everywhere. */
async function runCommand(command: ShellCommand, place: ShellPlace, streams: ProgramStreams): Promise<number> {
  try {
    return await runRedirected(command, place, streams)
  } catch (error) {
    return refused(streams, 'sh', error)
  }
}

async function runRedirected(command: ShellCommand, place: ShellPlace, given: ProgramStreams): Promise<number> {
  let streams = given
  const files: { readonly stream: ByteStream; readonly path: string; readonly before: Uint8Array }[] = []
  for (const { kind, file = '' } of command.redirections) {
    const path = joinWorkspace(place.cwd, file)
    if (kind === 'out-to-err') streams = { ...streams, out: streams.err }
    else if (kind === 'err-to-out') streams = { ...streams, err: streams.out }
    else if (kind === 'read') streams = { ...streams, input: only(place.files.read(path)) }
    else {
      const before =
        kind === 'append' && place.files.kindOf(path) === 'file' ? place.files.read(path) : new Uint8Array()
      const stream = new ByteStream()
      files.push({ stream, path, before })
      streams = { ...streams, out: stream }
    }
  }
  const code = await runWords(command.words, place, streams)
  for (const { stream, path, before } of files) {
    stream.end()
    const parts = [before]
    for await (const bytes of stream) parts.push(bytes)
    place.files.write(path, joined(parts))
  }
  return code
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
