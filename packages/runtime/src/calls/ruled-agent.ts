// What one activation of an agent under rules keeps while it works.
import type { Forms } from '../forms.ts'
import type { Discipline } from './discipline.ts'
import type { Descriptions } from './read-descriptions.ts'
import type { SharedValues } from './shared-values.ts'

/** Results that were too long for a model, whole, by the id of their call. */
export class LongResults {
  readonly #texts = new Map<string, Forms<string>>()

  keep(callId: string, text: Forms<string>): void {
    this.#texts.set(callId, text)
  }

  find(callId: string): Forms<string> | undefined {
    return this.#texts.get(callId)
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0
  }
}

export interface RuledAgent {
  readonly discipline: Discipline
  readonly values: SharedValues
  readonly long: LongResults
  /** What definitions in code tell, also of tools that only code calls. */
  readonly described: Descriptions
}
