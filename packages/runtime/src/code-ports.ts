// What runs code that a model wrote. The runtime decides what the code may call and how long it may run; the adapter only
// runs it.
import type { JsonText, RunId, SessionId, Sha256, SpanId } from '@slyglass/base'
import type { Isolation } from '@slyglass/run-log'
import type { HostUseReply, ToolSources } from './ports.ts'

export type CodeLanguage = 'python' | 'javascript'

/** A tool as code knows it: `tools.<identifier>`, and the name under which it is asked for. */
export interface CodeTool {
  readonly identifier: string
  readonly name: string
}

/** What is known before the first line runs. */
export interface CodeCellInfo {
  readonly language: CodeLanguage
  readonly isolation: Isolation
  readonly offline?: true
  readonly sha: Sha256
}

/** Something to look at or to hear that code attached. */
export interface Media {
  readonly kind: 'image' | 'audio' | 'video'
  /** Such as `image/png`. */
  readonly mimeType: string
  readonly base64: string
  /** A file name or address for people. */
  readonly name?: string
}

/** What is attached by somebody who knows its type alone. */
export type ShownMedia = Omit<Media, 'kind'>

/** What code asks of a model; `request` is an object in the words of the asked kind. */
export type ModelQuestion = 'chat' | 'embed' | 'decide'

/** One piece of code, run once, in a process or engine of its own. */
export interface CodeCell {
  readonly run: RunId
  /** Whose environment the code works in; the run's own when absent. */
  readonly session?: SessionId
  /** What a function that chooses the environment is told, as for tools. */
  readonly context?: JsonText
  readonly span: SpanId
  readonly sources: ToolSources
  readonly language: CodeLanguage
  readonly code: string
  readonly tools: readonly CodeTool[]
  readonly memoryMb: number
  /** What is written beyond it is dropped, and said. */
  readonly outputBytes: number
  /** `attach_image`, `attach_audio` and `attach_video` exist. */
  readonly mediaTools: boolean
  /** Aborted when its time is over or nobody wants it any more; everything it started has ended when `run` resolves. */
  readonly signal: AbortSignal
  onStart(info: CodeCellInfo): Promise<void>
  onOutput(text: string): void
  /** Calls a tool with keyword arguments. A failure's message is what code reads in its exception. */
  onUse(tool: string, args: JsonText): Promise<HostUseReply>
  onModel(question: ModelQuestion, request: JsonText): Promise<HostUseReply>
}

/** Whose code it is about, and so in which environment. */
export type CodePlace = Pick<CodeCell, 'run' | 'session' | 'context' | 'span' | 'sources' | 'signal'>

/** A file by its path below the workspace. */
export interface CodeFile {
  readonly path: string
  readonly text: string
}

/** How it ended. Output so far is always kept. */
export type CodeEnd = { readonly output: string; readonly media: readonly Media[] } & (
  | { readonly ended: 'ok' }
  /** Also of a text that is no code, and of a polite exit. `traceback` holds the code's own lines only. */
  | { readonly ended: 'raised'; readonly type: string; readonly message: string; readonly traceback: string }
  | { readonly ended: 'exited'; readonly code: number; readonly stderr: string }
  | { readonly ended: 'memory' }
  | { readonly ended: 'stopped' }
  /** Nothing ran; the message says what is missing and what to do. */
  | { readonly ended: 'refused'; readonly message: string }
)

export interface CodePort {
  /** Never rejects for what code does. */
  run(cell: CodeCell): Promise<CodeEnd>
  /** Languages that can run here, the preferred one first. */
  languages(sources: ToolSources): Promise<readonly CodeLanguage[]>
  /** Writes a file below the workspace of the code, where it is not there yet. In words why it could not; undefined when it is there. */
  place(at: CodePlace, file: CodeFile): Promise<string | undefined>
}
