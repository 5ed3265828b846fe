// What one activation of an agent under rules keeps while it works.
import type { Failure } from '@slyglass/run-log'
import type { Habits } from '@slyglass/tools'
import type { CodeStub } from '../code-mode/offer-code.ts'
import type { Forms } from '../forms.ts'
import type { Discipline, ToolRules } from './discipline.ts'
import type { Descriptions } from './read-descriptions.ts'
import type { SharedValues } from './shared-values.ts'

/** Results that were too long for a model, whole, by the id of their call or, where they were put aside, by their handle. */
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

/** How a result that is long is told: in pages, put aside from so many characters on, or whole. */
export type LongRule =
  | { readonly kind: 'pages' }
  | { readonly kind: 'whole' }
  | { readonly kind: 'aside'; readonly from: number }

export interface RuledAgent {
  /** Its rules, with all of its tools; in a turn with those that its model is offered. */
  readonly discipline: Discipline
  /** All of its tools, whoever may call them. */
  readonly supplied: readonly ToolRules[]
  /** The tools that `allowed_tools` leaves; undefined: all. */
  readonly allowed: ReadonlySet<ToolRules> | undefined
  readonly habits: Habits
  /** What its instructions say of its tools. */
  readonly sections: readonly string[]
  /** What its code may call, in declarations; only while its model may write code. */
  readonly stub?: CodeStub
  /** Why it cannot work at all. */
  readonly fault?: Failure
  readonly values: SharedValues
  readonly long: LongResults
  readonly longRule: LongRule
  /** What definitions in code tell, also of tools that only code calls. */
  readonly described: Descriptions
}
