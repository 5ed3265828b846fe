// What streams while an attempt runs. Pieces are joined for 50 ms, written without anybody waiting for it, and masked as
// joined text: the end of a piece is held back as long as a private value may still be completed by the next one.
import type { JsonText, SpanId } from '@slyglass/base'
import type { Draft } from '@slyglass/run-log'
import type { SlySearch } from '@slyglass/sly'
import type { Journal } from './journal.ts'
import type { Clock } from './ports.ts'

const QUIET_MS = 50
const LONGEST_HELD = 256
const OUTPUT_LIMIT = 1024 * 1024

type Stream = 'stdout' | 'stderr'

interface Buffer {
  readonly kind: 'text' | 'output'
  readonly stream: Stream | undefined
  text: string
}

export class Deltas {
  readonly #journal: Journal
  readonly #clock: Clock
  readonly #search: () => SlySearch | undefined
  readonly #span: SpanId
  readonly #parent: SpanId
  readonly #buffers = new Map<string, Buffer>()
  #output = 0
  #cut = false
  #waiting = false
  #closed = false

  constructor(
    ports: { journal: Journal; clock: Clock; search: () => SlySearch | undefined },
    attempt: { readonly span: SpanId; readonly parent: SpanId },
  ) {
    this.#journal = ports.journal
    this.#clock = ports.clock
    this.#search = ports.search
    this.#span = attempt.span
    this.#parent = attempt.parent
  }

  addText(text: string): void {
    this.#add('text', undefined, text)
  }

  /** Output of a tool; what exceeds the limit is counted and left out. */
  addOutput(stream: Stream, text: string): void {
    const room = OUTPUT_LIMIT - this.#output
    this.#output += text.length
    if (room <= 0 || this.#closed) return
    this.#add('output', stream, room < text.length ? text.slice(0, room) : text)
    if (room < text.length) this.cutOutput(stream)
    if (room > text.length || this.#cut) return
    this.#cut = true
    this.#commit([this.#draft({ type: 'limit.reached', limit: 'output', value: OUTPUT_LIMIT })])
  }

  /** The output of a tool ends here although the tool said more: half a private value may be the last of it. */
  cutOutput(stream: Stream): void {
    const buffer = this.#buffers.get(`output ${stream}`)
    const search = this.#search()
    if (buffer === undefined || search === undefined || search.longest === 0) return
    const limit = buffer.text.length - Math.min(LONGEST_HELD, search.longest)
    buffer.text = `${buffer.text.slice(0, search.cutBefore(buffer.text, limit))}…`
  }

  addProgress(structure: JsonText | undefined, text: string): void {
    if (this.#closed) return
    const held = structure === undefined ? {} : { structure }
    this.#commit([this.#draft({ type: 'attempt.delta', kind: 'progress', text, ...held })])
  }

  /** Nothing streams any more; what is still held back, to be written with the attempt's end. */
  close(): readonly Draft[] {
    if (this.#closed) return []
    this.#closed = true
    return [...this.#buffers.values()].flatMap((buffer) =>
      buffer.text === '' ? [] : [this.#piece(buffer, buffer.text)],
    )
  }

  #add(kind: 'text' | 'output', stream: Stream | undefined, text: string): void {
    if (this.#closed || text === '') return
    const name = `${kind} ${stream}`
    const buffer = this.#buffers.get(name) ?? { kind, stream, text: '' }
    buffer.text += text
    this.#buffers.set(name, buffer)
    if (this.#waiting) return
    this.#waiting = true
    this.#clock.sleep(QUIET_MS).then(() => this.#flush())
  }

  #flush(): void {
    this.#waiting = false
    if (this.#closed) return
    const search = this.#search()
    const drafts = [...this.#buffers.values()].flatMap((buffer) => {
      const cut = safeCut(buffer.text, search)
      if (cut === 0) return []
      const ready = buffer.text.slice(0, cut)
      buffer.text = buffer.text.slice(cut)
      return [this.#piece(buffer, ready)]
    })
    this.#commit(drafts)
  }

  #piece({ kind, stream }: Buffer, text: string): Draft {
    return this.#draft({ type: 'attempt.delta', kind, text, ...(stream !== undefined && { stream }) })
  }

  #draft(payload: DeltaPayload): Draft {
    return { span: this.#span, parent: this.#parent, ...payload }
  }

  /** A delta that cannot be written breaks the journal, and the next awaited commit says so. */
  #commit(drafts: readonly Draft[]): void {
    if (drafts.length > 0) this.#journal.commit(drafts).catch(() => undefined)
  }
}

type DeltaPayload =
  | { type: 'limit.reached'; limit: 'output'; value: number }
  | {
      type: 'attempt.delta'
      kind: 'text' | 'output' | 'progress'
      text: string
      stream?: Stream
      structure?: JsonText
    }

/** How much of a growing text may be written without cutting a private value in two. */
function safeCut(text: string, search: SlySearch | undefined): number {
  if (search === undefined || search.longest === 0) return wholeLetters(text, text.length)
  const cut = wholeLetters(text, text.length - Math.min(LONGEST_HELD, search.longest))
  if (cut <= 0) return 0
  const apart = search.mask(text.slice(0, cut)).text + search.mask(text.slice(cut)).text
  return apart === search.mask(text).text ? cut : 0
}

/** Not between the two halves of a surrogate pair. */
function wholeLetters(text: string, cut: number): number {
  const last = text.charCodeAt(cut - 1)
  return last >= 0xd800 && last < 0xdc00 ? cut - 1 : cut
}
