// Answers what a tool in a process of its own asks its environment. Bytes travel as texts with one character a byte.
import { isJsonObject, type JsonText, parseJson } from '@slyglass/base'
import type { HostUseReply } from '@slyglass/runtime'
import type { CodeRun, Environment, EnvironmentProgram } from '@slyglass/tools/define'
import { z } from 'zod'
import { toValue } from '../typescript-host/values.ts'

const question = z.discriminatedUnion('op', [
  z.object({ op: z.literal('about') }),
  z.object({ op: z.enum(['readText', 'readBytes']), path: z.string() }),
  z.object({ op: z.literal('writeText'), path: z.string(), text: z.string() }),
  z.object({
    op: z.literal('spawn'),
    command: z.union([z.string(), z.array(z.string())]),
    cwd: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
  }),
  z.object({ op: z.enum(['wait', 'isRunning', 'closeInput']), program: z.number() }),
  z.object({ op: z.literal('hear'), program: z.number(), stream: z.enum(['stdout', 'stderr']) }),
  z.object({ op: z.literal('writeInput'), program: z.number(), bytes: z.string() }),
  z.object({
    op: z.literal('signal'),
    program: z.number(),
    name: z.enum(['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGHUP']),
  }),
  z.object({
    op: z.literal('runCode'),
    code: z.string(),
    tools: z.array(z.string()),
    language: z.enum(['python', 'javascript']).optional(),
  }),
  z.object({ op: z.enum(['followCode', 'stopCode']), run: z.number() }),
  z.object({
    op: z.literal('answerCode'),
    run: z.number(),
    call: z.number(),
    value: z.unknown(),
    error: z.string().optional(),
  }),
])

export type EnvironmentQuestion = z.infer<typeof question>

/** What happens while code runs, as who started it is told. */
export type CodeStep =
  | { readonly call: number; readonly name: string; readonly args: unknown }
  | { readonly written: string }
  | { readonly end: CodeRun }

interface Followed {
  readonly program: EnvironmentProgram
  readonly streams: Readonly<Record<'stdout' | 'stderr', AsyncIterator<Uint8Array>>>
}

/** One call's questions. What it started belongs to the environment, not to the call. */
export class EnvironmentDesk {
  readonly #open: () => Promise<Environment>
  readonly #programs: Followed[] = []
  readonly #codes: FollowedCode[] = []

  constructor(open: () => Promise<Environment>) {
    this.#open = open
  }

  async ask(args: JsonText): Promise<HostUseReply> {
    const read = parseJson(args)
    const asked = question.safeParse(read.ok && isJsonObject(read.value) ? toValue(read.value) : undefined)
    if (!asked.success) return { ok: false, kind: 'value', message: 'The environment does not know what is asked.' }
    try {
      const value = JSON.stringify({ value: (await this.#answer(await this.#open(), asked.data)) ?? null })
      return { ok: true, text: value, value }
    } catch (error) {
      const { message, name, code } = Object(error) as { message?: string; name?: string; code?: unknown }
      const fault = { message: message ?? String(error), name, ...(typeof code === 'string' && { code }) }
      const value = JSON.stringify({ fault })
      return { ok: true, text: value, value }
    }
  }

  async #answer(environment: Environment, asked: EnvironmentQuestion): Promise<unknown> {
    if (asked.op === 'about')
      return { kind: environment.kind, workspace: environment.workspace, home: environment.resolvePath('~') }
    if ('path' in asked) return onFile(environment, asked)
    if (asked.op === 'spawn') return this.#spawn(environment, asked)
    if (asked.op === 'runCode') return this.#codes.push(new FollowedCode(environment, asked)) - 1
    if ('run' in asked) return this.#onCode(asked)
    return this.#onProgram(asked)
  }

  async #spawn(
    environment: Environment,
    { command, cwd, env }: Extract<EnvironmentQuestion, { op: 'spawn' }>,
  ): Promise<number> {
    const program = await environment.spawn(command, {
      ...(cwd !== undefined && { cwd }),
      ...(env !== undefined && { env }),
    })
    const [stdout, stderr] = [program.stdout, program.stderr].map((stream) => stream[Symbol.asyncIterator]())
    if (stdout === undefined || stderr === undefined) throw new Error('a program without streams')
    return this.#programs.push({ program, streams: { stdout, stderr } }) - 1
  }

  async #onProgram(asked: Extract<EnvironmentQuestion, { program: number }>): Promise<unknown> {
    const followed = this.#programs[asked.program]
    if (followed === undefined) throw new Error('There is no such program.')
    const { program, streams } = followed
    if (asked.op === 'wait') return program.wait()
    if (asked.op === 'isRunning') return program.isRunning()
    if (asked.op === 'closeInput') return program.closeInput()
    if (asked.op === 'signal') return program.signal(asked.name)
    if (asked.op === 'writeInput') return program.writeInput(Buffer.from(asked.bytes, 'latin1'))
    const { stream } = asked as Extract<EnvironmentQuestion, { op: 'hear' }>
    const next = await streams[stream].next()
    return next.done === true ? null : Buffer.from(next.value).toString('latin1')
  }

  #onCode(asked: Extract<EnvironmentQuestion, { run: number }>): unknown {
    const code = this.#codes[asked.run]
    if (code === undefined) throw new Error('There is no such code.')
    if (asked.op === 'followCode') return code.next()
    if (asked.op === 'stopCode') return code.stop()
    return asked.op === 'answerCode' ? code.answer(asked) : undefined
  }
}

async function onFile(
  environment: Environment,
  asked: Extract<EnvironmentQuestion, { path: string }>,
): Promise<unknown> {
  if (asked.op === 'writeText') return environment.writeText(asked.path, asked.text)
  if (asked.op === 'readText') return environment.readText(asked.path)
  return Buffer.from(await environment.readBytes(asked.path)).toString('latin1')
}

/** Code that runs here and whose tools are called there. */
class FollowedCode {
  readonly #steps: CodeStep[] = []
  readonly #calls: { resolve(value: unknown): void; reject(error: Error): void }[] = []
  readonly #stop = new AbortController()
  #wake: () => void = () => {}

  constructor(environment: Environment, { code, tools, language }: Extract<EnvironmentQuestion, { op: 'runCode' }>) {
    const host = {
      ...{ tools, signal: this.#stop.signal, ...(language !== undefined && { language }) },
      write: (written: string) => this.#tell({ written }),
      callTool: (name: string, args: unknown) =>
        new Promise<unknown>((resolve, reject) => {
          this.#tell({ call: this.#calls.push({ resolve, reject }) - 1, name, args })
        }),
    }
    void environment.runCode(code, host).then(
      (end) => this.#tell({ end }),
      (error) => this.#tell({ end: { ended: 'refused', message: String(error) } }),
    )
  }

  async next(): Promise<CodeStep> {
    while (this.#steps.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    return this.#steps.shift() ?? { written: '' }
  }

  stop(): void {
    this.#stop.abort()
  }

  answer({
    call,
    value,
    error,
  }: {
    readonly call: number
    readonly value?: unknown
    readonly error?: string | undefined
  }): void {
    if (error === undefined) this.#calls[call]?.resolve(value)
    else this.#calls[call]?.reject(new Error(error))
  }

  #tell(step: CodeStep): void {
    this.#steps.push(step)
    this.#wake()
  }
}
