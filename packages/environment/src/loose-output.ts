// What the process of a host says past the streams of its tools: raw writes, C libraries, programs that tools started. It names no call.
import type { Readable } from 'node:stream'
import { ByteText } from './byte-text.ts'
import { lastLines, WholeLines } from './whole-lines.ts'

export type OutputStream = 'stdout' | 'stderr'

/** A call that may have said it. */
export interface LooseSink {
  readonly run: string
  /** The tool, as its network names it. */
  readonly tool: string
  /** `speakers`: the tools of all calls that may have said it, its own too. */
  loose(stream: OutputStream, text: string, speakers: readonly string[]): void
}

interface LooseSetting {
  /** The present ones. */
  readonly calls: Pick<ReadonlyMap<string, LooseSink>, 'values'>
  readonly outputBytes: number
  readonly clean: (text: string) => string
  /** Whole lines of nobody in particular. */
  readonly log: (text: string) => void
}

const TAIL = 8_000
const MOST_NAMES = 8

/** Tells it to the calls that it may be of, where they are of one run: nobody else reads those rows. All else goes to the log. */
export class LooseOutput {
  readonly #setting: LooseSetting
  readonly #lines: WholeLines
  readonly #bytes = new Map<OutputStream, ByteText>()
  #unowned = 0
  /** What was said last, and why it ended. */
  tail = ''
  /** Of a letter only the beginning has come. */
  isHalf = false

  constructor(setting: LooseSetting) {
    this.#setting = setting
    this.#lines = new WholeLines((text) => setting.log(`${whoseWords(this.#speakers())}${text}`))
  }

  listen(name: OutputStream, stream: Readable): void {
    const bytes = new ByteText()
    this.#bytes.set(name, bytes)
    stream.on('data', (piece: Buffer) => {
      this.say(name, bytes.push(piece))
      this.isHalf ||= bytes.isHalf
    })
  }

  say(stream: OutputStream, text: string): void {
    if (text === '') return
    this.tail = lastLines(this.tail + text, TAIL)
    const sinks = [...this.#setting.calls.values()]
    const [first] = sinks
    if (first === undefined || sinks.some(({ run }) => run !== first.run)) {
      this.#toLog(text)
      return
    }
    const clean = this.#setting.clean(text)
    const speakers = this.#speakers()
    for (const sink of sinks) sink.loose(stream, clean, speakers)
  }

  /** Half a letter is told as it is: nothing follows. */
  flush(): void {
    this.isHalf = false
    for (const [stream, bytes] of this.#bytes) this.say(stream, bytes.end())
  }

  end(): void {
    this.flush()
    this.#lines.end('\n')
  }

  /** It must not be flooded. */
  #toLog(text: string): void {
    const { outputBytes } = this.#setting
    if (this.#unowned > outputBytes) return
    this.#unowned += text.length
    this.#lines.push(text)
    if (this.#unowned > outputBytes) this.#lines.end('\n[further output of this process is left out]\n')
  }

  #speakers(): readonly string[] {
    return [...this.#setting.calls.values()].map(({ tool }) => tool)
  }
}

/** Says in a row whose the following lines may be, when that changes. */
export class WhoseLines {
  #said = ''
  #isMidLine = false

  mark(text: string, speakers: readonly string[]): string {
    const words = whoseWords(speakers)
    // A line is not broken: what is private is looked for in whole ones.
    const start = this.#isMidLine ? text.indexOf('\n') + 1 : 0
    const hasStart = start > 0 || !this.#isMidLine
    this.#isMidLine = !text.endsWith('\n')
    if (words === this.#said || !hasStart) return text
    this.#said = words
    return `${text.slice(0, start)}${words}${text.slice(start)}`
  }
}

function whoseWords(speakers: readonly string[]): string {
  if (speakers.length < 2) return ''
  const names = [...new Set(speakers)]
  const more = names.length > MOST_NAMES ? ', …' : ''
  return `[from one of ${speakers.length} calls: ${names.slice(0, MOST_NAMES).join(', ')}${more}]\n`
}
