// A command of a model in a box of its own. A person was asked before it comes here.
import type { Result } from '@slyglass/base'
import { enclose } from '../isolation.ts'
import { chooseEnclosure, type HostEnclosure, type SandboxMeans, type ToolEnvironment } from '../sandbox/levels.ts'
import { type BoxedEnd, runBoxed } from '../sandbox/run-boxed.ts'
import { type BuiltInCall, type BuiltInEnd, countArg, done, failed, textArg } from './built-in-tool.ts'

export interface ShellSetting {
  readonly means: () => Promise<SandboxMeans>
  readonly hide: readonly string[]
  /** The server's; a command sees a few neutral ones of it. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limits: { readonly processes: number; readonly memoryBytes: number }
}

const DEFAULT_MS = 120_000
const MOST_MS = 600_000
const MOST_OUTPUT_BYTES = 1_000_000
const PASSED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'USER', 'SHELL', 'TERM']

export async function bash(call: BuiltInCall, setting: ShellSetting): Promise<BuiltInEnd> {
  const command = textArg(call.args, 'command')
  if (command === undefined || command.trim() === '' || command.includes('\0'))
    return failed('command must be a text', 'validation')
  const chosen = await shellEnclosure(call.environment, setting)
  if (!chosen.ok) return failed(chosen.error, 'permission')
  const bare = ['/bin/sh', '-c', command]
  const { level, network } = chosen.value
  const box = {
    projectRoot: call.projectRoot,
    folder: call.workspace,
    readable: [],
    hide: setting.hide,
    network,
    sees: 'own',
  } as const
  const timeoutMs = Math.min(countArg(call.args, 'timeout', DEFAULT_MS), MOST_MS)
  const end = await runBoxed({
    command: level === 'bwrap' ? enclose(bare, box) : bare,
    cwd: call.workspace,
    env: Object.fromEntries(
      PASSED.flatMap((name) => (setting.env[name] === undefined ? [] : [[name, setting.env[name]]])),
    ),
    timeoutMs,
    outputBytes: MOST_OUTPUT_BYTES,
    limits: setting.limits,
    signal: call.signal,
    onOutput: call.onOutput,
  })
  if (call.signal.aborted) throw call.signal.reason
  return endOf(end)
}

/** A command is enclosed like a tool in Python; an engine for JavaScript is none of its. */
export async function shellEnclosure(
  environment: ToolEnvironment,
  { means }: ShellSetting,
): Promise<Result<HostEnclosure, string>> {
  return chooseEnclosure({ environment }, 'python', await means())
}

function endOf({ output, leftOut, exit, ended }: BoxedEnd): BuiltInEnd {
  const left = leftOut > 0 ? `\n[${leftOut.toLocaleString('en')} bytes more were left out]` : ''
  const said = `${output}${left}`
  if (ended !== undefined) return failed(`The command ${ended.message}${said === '' ? '' : `\n${said}`}`, 'system')
  if (exit.code === 0) return done(said)
  const code = exit.code ?? `ended by ${exit.signal}`
  return done(`Exit code: ${code}${said === '' ? '' : `\n${said}`}`)
}
