// A tool's environment as it is seen from the tool's own process: each question goes to the server.
import {
  type CodeHost,
  type CodeRun,
  type Environment,
  type EnvironmentProgram,
  joinWorkspace,
  type SpawnOptions,
} from '@slyglass/tools/define'
import type { CodeStep } from '../environments/environment-desk.ts'

/** Asks the server. Rejects with what the environment said. */
export type AskEnvironment = (question: { readonly op: string } & Readonly<Record<string, unknown>>) => Promise<unknown>

interface About {
  readonly kind: Environment['kind']
  readonly workspace?: string
  readonly home: string
}

/** Makes the errors of the other side errors here. */
export function unwrapAnswer(value: unknown): unknown {
  const { fault, value: inner } = value as {
    readonly fault?: { readonly message: string; readonly name?: string; readonly code?: string }
    readonly value?: unknown
  }
  if (fault === undefined) return inner
  const { message, name, code } = fault
  throw Object.assign(new Error(message), { ...(name !== undefined && { name }), ...(code !== undefined && { code }) })
}

export async function openEnvironment(ask: AskEnvironment): Promise<Environment> {
  const { kind, workspace, home } = (await ask({ op: 'about' })) as About
  const whole = (path: string) =>
    path === '~' || path.startsWith('~/') ? joinWorkspace(home, path.slice(2)) : joinWorkspace(workspace, path)
  return {
    kind,
    workspace,
    resolvePath: whole,
    async spawn(command: string | readonly string[], options: SpawnOptions = {}) {
      return programOf(ask, (await ask({ op: 'spawn', command, ...options })) as number)
    },
    readText: async (path) => (await ask({ op: 'readText', path: whole(path) })) as string,
    async writeText(path, text) {
      await ask({ op: 'writeText', path: whole(path), text })
    },
    readBytes: async (path) => bytesOf((await ask({ op: 'readBytes', path: whole(path) })) as string),
    runCode: (code, host) => runCode(ask, code, host),
    // It is the session's, which closes it.
    close: async () => {},
  }
}

function programOf(ask: AskEnvironment, program: number): EnvironmentProgram {
  const exited = ask({ op: 'wait', program }) as Promise<number>
  // What the program started may go on after it; the server sees that, and is asked again whenever someone wants to know.
  let [hasExited, isOver] = [false, false]
  const look = async () => {
    isOver = (await ask({ op: 'isRunning', program }).catch(() => false)) === false
  }
  void exited.then(
    async () => {
      hasExited = true
      await look()
    },
    () => {
      isOver = true
    },
  )
  return {
    stdout: heard(ask, program, 'stdout'),
    stderr: heard(ask, program, 'stderr'),
    async writeInput(data) {
      await ask({ op: 'writeInput', program, bytes: textOf(data) })
    },
    async closeInput() {
      await ask({ op: 'closeInput', program })
    },
    wait: () => exited,
    signal: (name) => void ask({ op: 'signal', program, name }).catch(() => undefined),
    isRunning() {
      if (hasExited && !isOver) void look()
      return !isOver
    },
  }
}

async function* heard(ask: AskEnvironment, program: number, stream: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = (await ask({ op: 'hear', program, stream })) as string | null
    if (bytes === null) return
    yield bytesOf(bytes)
  }
}

async function runCode(ask: AskEnvironment, code: string, host: CodeHost): Promise<CodeRun> {
  const { tools, language, signal } = host
  const run = (await ask({ op: 'runCode', code, tools, ...(language !== undefined && { language }) })) as number
  const stop = () => void ask({ op: 'stopCode', run }).catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted === true) stop()
  for (;;) {
    const step = (await ask({ op: 'followCode', run })) as CodeStep
    if ('end' in step) return step.end
    if ('written' in step) host.write(step.written)
    else void answerCall(ask, run, step, host)
  }
}

async function answerCall(
  ask: AskEnvironment,
  run: number,
  { call, name, args }: Extract<CodeStep, { call: number }>,
  host: CodeHost,
): Promise<void> {
  const answer = await host.callTool(name, args as Readonly<Record<string, unknown>>).then(
    (value) => ({ value: value ?? null }),
    (error) => ({ value: null, error: error instanceof Error ? error.message : String(error) }),
  )
  await ask({ op: 'answerCode', run, call, ...answer }).catch(() => undefined)
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function textOf(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
