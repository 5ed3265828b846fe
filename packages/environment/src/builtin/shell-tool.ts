// Commands of a model. A person was asked before one comes here. One that takes long goes on without its call.
import { setTimeout as pause } from 'node:timers/promises'
import { jsonAt } from '@slyglass/base'
import { ProgramRefused } from '../environments/host-environment.ts'
import { HostProgram } from '../environments/host-program.ts'
import { Shell } from '../environments/shells.ts'
import { type BuiltInCall, type BuiltInEnd, countArg, done, failed, textArg } from './built-in-tool.ts'

const DEFAULT_MS = 30_000
const MOST_MS = 600_000
const MOST_OUTPUT_BYTES = 1_000_000

export async function bash(call: BuiltInCall): Promise<BuiltInEnd> {
  const command = textArg(call.args, 'command')
  if (command === undefined || command.trim() === '' || command.includes('\0'))
    return failed('command must be a text', 'validation')
  const started = await startShell(call, command)
  if (!('id' in started)) return started
  if (jsonAt(call.args, 'background') === true) return keep(call, started, 'started in the background')
  const timeoutMs = Math.min(countArg(call.args, 'timeout', DEFAULT_MS), MOST_MS)
  const over = new AbortController()
  const stopped = new Promise<'stopped'>((resolve) =>
    call.signal.addEventListener('abort', () => resolve('stopped'), { once: true, signal: over.signal }),
  )
  const late = pause(timeoutMs, 'late' as const, { signal: over.signal }).catch(() => 'late' as const)
  const end = await Promise.race([started.ended, stopped, late])
  over.abort()
  if (call.signal.aborted) {
    started.program.signal('SIGKILL')
    await started.ended
    throw call.signal.reason
  }
  if (typeof end === 'number') return endOf(call, started, end)
  return keep(call, started, `command timed out after ${timeoutMs / 1000} seconds; continuing in background`)
}

/** What a command said since this was asked before, and whether it goes on. */
export async function bashOutput(call: BuiltInCall): Promise<BuiltInEnd> {
  const shell = shellOf(call)
  if (!('id' in shell)) return shell
  const said = shell.takeOutput()
  const state = shell.exit === undefined ? 'running' : `exited with code ${shell.exit}`
  return done(`status: ${state}\noutput:\n${said === '' ? '(no output)' : said}`)
}

/** Asks a command to end, and ends it after three seconds. */
export async function bashKill(call: BuiltInCall): Promise<BuiltInEnd> {
  const shell = shellOf(call)
  if (!('id' in shell)) return shell
  const wasOver = shell.exit !== undefined
  if (!wasOver) await shell.terminate()
  return done(`${shell.id} ${wasOver ? 'had ended' : 'was ended'} with code ${shell.exit}`)
}

async function startShell(call: BuiltInCall, command: string): Promise<Shell | BuiltInEnd> {
  const { environment, workspace } = call.place
  try {
    const program = await environment.spawn(command, { cwd: workspace })
    // There is nobody who could type.
    await program.closeInput()
    return new Shell(program, MOST_OUTPUT_BYTES, call.onOutput)
  } catch (error) {
    if (error instanceof ProgramRefused) return failed(error.message, 'permission')
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return failed('The workspace is not there: write a file into it, or change studio.environment.workspace', 'system')
  }
}

async function keep(call: BuiltInCall, shell: Shell, why: string): Promise<BuiltInEnd> {
  if (call.place.shells.keep(shell)) return done(`${why}\nshell_id: ${shell.id}${so(shell)}`)
  await shell.terminate()
  return failed('Too many commands go on in the background; end one with bash_kill first.', 'system')
}

function so(shell: Shell): string {
  const said = shell.takeOutput()
  return said === '' ? '' : `\noutput so far:\n${said}`
}

function shellOf(call: BuiltInCall): Shell | BuiltInEnd {
  const id = textArg(call.args, 'shell_id') ?? ''
  return call.place.shells.find(id) ?? failed(`There is no command ${id} in this session`, 'validation')
}

function endOf(call: BuiltInCall, { program, output }: Shell, exit: number): BuiltInEnd {
  const breach = program instanceof HostProgram ? program.breach : undefined
  if (breach !== undefined)
    return failed(`The command ${breach.message}${output === '' ? '' : `\n${output}`}`, 'system')
  const said = output === '' ? '(no output)' : output
  if (exit === 0) return done(said)
  if (call.profile === 'bub') return failed(`command exited with code ${exit}\noutput:\n${said}`, 'external')
  return done(`Exit code: ${exit}${output === '' ? '' : `\n${output}`}`)
}
