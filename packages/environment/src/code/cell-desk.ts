// Where the questions of a cell are answered: tools and models by the runtime, media here. The code itself reaches none of them.
import { isJsonObject, parseJson } from '@slyglass/base'
import type { CodeCell, HostUseReply, Media } from '@slyglass/runtime'
import type { CellAnswer, CellQuestion } from './cell-messages.ts'
import type { MediaShelf } from './media/media-shelf.ts'
import { MOST_CHARACTERS, MOST_OPEN } from './question-limits.ts'

type AskedCell = Pick<CodeCell, 'tools' | 'onUse' | 'onModel' | 'mediaTools'>

export class CellDesk {
  readonly #cell: AskedCell
  readonly #shelf: MediaShelf
  #open = 0
  #characters = 0

  constructor(cell: AskedCell, shelf: MediaShelf) {
    this.#cell = cell
    this.#shelf = shelf
  }

  /** What was attached, in the order in which it was asked for. */
  get media(): readonly Media[] {
    return this.#shelf.media
  }

  /** Rejects for faults of the runtime only. */
  async answer(question: CellQuestion): Promise<CellAnswer> {
    const { id } = question
    const size = sizeOf(question)
    if (this.#open >= MOST_OPEN || this.#characters + size > MOST_CHARACTERS)
      return { id, ok: false, message: `[invalid_input] More than ${MOST_OPEN} calls at once, or too much in them.` }
    this.#open += 1
    this.#characters += size
    try {
      return await this.#answer(question)
    } finally {
      this.#open -= 1
      this.#characters -= size
    }
  }

  async #answer(question: CellQuestion): Promise<CellAnswer> {
    const { id } = question
    if (question.type === 'media') {
      const attached = this.#cell.mediaTools
        ? await this.#shelf.attach(question.kind, question.source)
        : { ok: false as const, error: '[invalid_input] Media tools are off for this run.' }
      return attached.ok ? { id, ok: true, text: attached.value } : { id, ok: false, message: attached.error }
    }
    const text = question.type === 'call' ? question.args : question.request
    const read = parseJson(text)
    if (!read.ok || !isJsonObject(read.value))
      return { id, ok: false, message: '[invalid_input] The arguments are no JSON object.' }
    if (question.type === 'model') return toldOf(id, await this.#cell.onModel(question.question, text))
    const tool = this.#cell.tools.find(({ identifier }) => identifier === question.tool)
    if (tool === undefined) return { id, ok: false, message: `[not_found] There is no tools.${question.tool}` }
    return toldOf(id, await this.#cell.onUse(tool.name, text))
  }
}

function toldOf(id: number, reply: HostUseReply): CellAnswer {
  if (!reply.ok) return { id, ok: false, message: reply.message }
  if (reply.failed === true) return { id, ok: false, message: reply.text }
  return reply.value === undefined ? { id, ok: true, text: reply.text } : { id, ok: true, json: reply.value }
}

function sizeOf(question: CellQuestion): number {
  if (question.type === 'media') return question.source.base64?.length ?? 0
  return question.type === 'call' ? question.args.length : question.request.length
}
