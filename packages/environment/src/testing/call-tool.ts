// A short way to call one tool in tests: a folder with files, a call, and everything that came of it.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type JsonText, runId, spanId } from '@slyglass/base'
import type { HostCall, HostCallInfo, HostReply, ToolHostPort, ToolSources } from '@slyglass/runtime'

/** Writes files into a fresh folder and answers its path. */
export function writeProject(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'slyglass-project-'))
  writeFiles(root, files)
  return root
}

/** Writes files below a folder. */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

/** Sources of a project with its tools in `coded_tools`. */
export function projectSources(projectRoot: string, more: Partial<ToolSources> = {}): ToolSources {
  return {
    projectRoot,
    toolRoots: [join(projectRoot, 'coded_tools')],
    pythonPath: [projectRoot],
    network: 'desk',
    ...more,
  }
}

/** What came of one call. */
export interface CallTrace {
  readonly reply: HostReply
  readonly infos: readonly HostCallInfo[]
  readonly stdout: string
  readonly stderr: string
  readonly progress: readonly (readonly [structure: JsonText | undefined, text: string])[]
}

export interface CallOptions {
  readonly run?: string
  readonly args?: JsonText
  readonly sly?: Readonly<Record<string, JsonText>>
  readonly signal?: AbortSignal
  readonly tool?: string
  readonly onOutput?: HostCall['onOutput']
  readonly onOutputCut?: HostCall['onOutputCut']
  readonly onPrivate?: HostCall['onPrivate']
  readonly refuses?: HostCall['refuses']
  readonly onStart?: HostCall['onStart']
  readonly onUse?: HostCall['onUse']
  readonly context?: JsonText
  readonly debug?: boolean
  readonly onNote?: HostCall['onNote']
}

let counter = 0

/** Calls `className` and gathers its messages. */
export async function callTool(
  hosts: ToolHostPort,
  sources: ToolSources,
  className: string,
  options: CallOptions = {},
): Promise<CallTrace> {
  const infos: HostCallInfo[] = []
  const output = { stdout: '', stderr: '' }
  const progress: [JsonText | undefined, string][] = []
  counter += 1
  const reply = await hosts.call({
    run: runId(options.run ?? 'run_one'),
    span: spanId(`span_${counter}`),
    sources,
    className,
    args: options.args ?? '{}',
    origin: [
      { tool: 'front', instantiation_index: 1 },
      { tool: options.tool ?? 'tool', instantiation_index: 1 },
    ],
    idempotencyKey: `key-${counter}`,
    sly: new Map(Object.entries(options.sly ?? {})),
    signal: options.signal ?? new AbortController().signal,
    ...(options.onOutputCut === undefined ? {} : { onOutputCut: options.onOutputCut }),
    ...(options.onUse === undefined ? {} : { onUse: options.onUse }),
    ...(options.context === undefined ? {} : { context: options.context }),
    ...(options.onNote === undefined ? {} : { onNote: options.onNote }),
    ...(options.debug === undefined ? {} : { debug: options.debug }),
    ...(options.refuses === undefined ? {} : { refuses: options.refuses }),
    ...(options.onPrivate === undefined ? {} : { onPrivate: options.onPrivate }),
    onStart: async (info) => {
      infos.push(info)
      await options.onStart?.(info)
    },
    onOutput: (stream, text) => {
      output[stream] += text
      options.onOutput?.(stream, text)
    },
    onProgress: (structure, text) => progress.push([structure, text]),
  })
  return { reply, infos, ...output, progress }
}
