// Functions of a project about code that models write: which tools it has in a run, which model it asks.

/** What such a function is told. */
export interface CodeModePayload {
  readonly agentName: string
  /** What tools share, as it is when the agent begins. */
  readonly state: Readonly<Record<string, unknown>>
}

/** Names of tools, or tools with a name; null: no code in this run. */
export type CodeTools = readonly (string | { readonly name: string })[] | null

/** `provider:model`, the same with settings such as `temperature`, or null: the code has to name one. */
export type CodeModel = string | { readonly model: string; readonly [setting: string]: unknown } | null

type Chooser<T> = (payload: CodeModePayload) => T | Promise<T>

/** Types the function that `code_mode.tools` names. */
export function defineCodeTools(choose: Chooser<CodeTools>): Chooser<CodeTools> {
  return checked(choose, 'defineCodeTools')
}

/** Types the function that `code_mode.model` names. */
export function defineCodeModel(choose: Chooser<CodeModel>): Chooser<CodeModel> {
  return checked(choose, 'defineCodeModel')
}

function checked<T>(choose: Chooser<T>, name: string): Chooser<T> {
  if (typeof choose !== 'function') throw new TypeError(`${name} takes a function of one payload.`)
  return choose
}
