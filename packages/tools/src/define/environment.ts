// Where programs and files of a tool are: this machine, a box on it, or nothing but memory. A tool asks the same of each.

/** Changes of the default: another folder, further variables. */
export interface SpawnOptions {
  /** From the workspace; the workspace when absent. */
  readonly cwd?: string
  /** Added to the variables that every program of the environment gets. */
  readonly env?: Readonly<Record<string, string>>
}

/** What a program may be told to do by a signal. */
export type ProgramSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGHUP'

/** A program that was started. */
export interface EnvironmentProgram {
  readonly stdout: AsyncIterable<Uint8Array>
  readonly stderr: AsyncIterable<Uint8Array>
  /** Nothing happens when nobody reads it any more. */
  writeInput(data: string | Uint8Array): Promise<void>
  closeInput(): Promise<void>
  /** Its exit code; 128 and the number of the signal that ended it. What it started may go on. */
  wait(): Promise<number>
  /** Goes to the program and all that it started. Nothing happens when that has ended. */
  signal(name: ProgramSignal): void
  /** True while the program, or anything that it started, goes on. */
  isRunning(): boolean
}

/** What code that runs in an environment may do. */
export interface CodeHost {
  /** Names under `tools`, each called with keyword arguments. */
  readonly tools: readonly string[]
  /** Calls one; what it throws is raised in the code. */
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown>
  /** What the code prints, as it comes. */
  write(text: string): void
  readonly language?: 'python' | 'javascript'
  /** Stops the code with all that it started. */
  readonly signal?: AbortSignal
}

/** How a piece of code ended. */
export type CodeRun =
  | { readonly ended: 'ok' | 'stopped' | 'memory' }
  | { readonly ended: 'raised'; readonly type: string; readonly message: string; readonly traceback: string }
  | { readonly ended: 'exited'; readonly code: number; readonly stderr: string }
  /** Nothing ran; the message says why. */
  | { readonly ended: 'refused'; readonly message: string }

/** A place for programs and files. Relative paths count from the workspace. */
export interface Environment {
  readonly kind: 'local' | 'sandboxed' | 'memory'
  /** Undefined: only whole paths are taken. */
  readonly workspace: string | undefined
  /** The whole path. Throws where it is relative and there is no workspace. */
  resolvePath(path: string): string
  /** A text is a line for the shell; a list is a program with its arguments, as they are. */
  spawn(command: string | readonly string[], options?: SpawnOptions): Promise<EnvironmentProgram>
  /** UTF-8. Rejects with the system's code, such as `ENOENT`, as do the two below. */
  readText(path: string): Promise<string>
  /** Folders above it are made. */
  writeText(path: string, text: string): Promise<void>
  readBytes(path: string): Promise<Uint8Array>
  runCode(code: string, host: CodeHost): Promise<CodeRun>
  /** Ends every program that it started. Nothing can be asked of it after that. */
  close(): Promise<void>
}

/** A path that cannot be used as it stands. */
export class PathRefused extends Error {
  override readonly name = 'ValueError'
}

/** The whole path below a workspace, without `.` and `..`; throws for a relative one where there is none. */
export function joinWorkspace(workspace: string | undefined, path: string): string {
  if (path.startsWith('/')) return normalPath(path)
  if (workspace === undefined) throw new PathRefused(`relative path '${path}' is not allowed without a workspace`)
  return normalPath(`${workspace}/${path}`)
}

function normalPath(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return `/${steps.join('/')}`
}

/** All that a stream still says, as text. */
export async function readStream(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}
