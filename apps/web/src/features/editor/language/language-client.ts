// Asks the language worker. Texts that changed go along with the question, files that a full answer needs are read first,
// and an answer for an older text is dropped: whoever asked asks again when the text has come to rest.
import type { Answers, LanguageAnswer, LanguageRequest, LanguageSetup, Question, Update } from './questions.ts'

export interface LanguagePorts {
  post(request: LanguageRequest): Promise<LanguageAnswer>
  setup(): LanguageSetup
  /** All texts that are known now, by path. */
  texts(): ReadonlyMap<string, string>
  /** Reads files of the project; true when at least one more text is known now. */
  read(paths: readonly string[]): Promise<boolean>
}

export class LanguageClient {
  readonly #ports: LanguagePorts
  readonly #sent = new Map<string, string>()
  #setup: LanguageSetup | undefined
  #lastId = 0

  constructor(ports: LanguagePorts) {
    this.#ports = ports
  }

  /** Undefined when nobody waits for the answer any more; an answer for an older text counts only where it is `wanted`. */
  async ask<Asked extends Question>(
    question: Asked,
    isGone: () => boolean = () => false,
    older: 'dropped' | 'wanted' = 'dropped',
  ): Promise<Answers[Asked['kind']] | undefined> {
    for (;;) {
      const asked = this.#ports.texts().get(question.doc)
      this.#lastId += 1
      const { value, wants } = await this.#ports.post({ id: this.#lastId, update: this.#update(), question })
      if (isGone()) return undefined
      // The place that was asked about is in a text that is no longer there.
      if (this.#ports.texts().get(question.doc) !== asked)
        return older === 'wanted' && wants.length === 0 ? (value as Answers[Asked['kind']]) : undefined
      if (wants.length === 0 || !(await this.#ports.read(wants))) return value as Answers[Asked['kind']]
      if (isGone()) return undefined
    }
  }

  /** What the worker does not know yet. */
  #update(): Update {
    const texts = this.#ports.texts()
    const changed = [...texts].filter(([doc, text]) => this.#sent.get(doc) !== text)
    const gone = [...this.#sent.keys()].filter((doc) => !texts.has(doc))
    for (const [doc, text] of changed) this.#sent.set(doc, text)
    for (const doc of gone) this.#sent.delete(doc)
    const setup = this.#ports.setup()
    const isNew = setup !== this.#setup
    this.#setup = setup
    return { ...(isNew ? { setup } : {}), changed: Object.fromEntries(changed), gone }
  }
}
