// Words for types in parameter schemas: those that neuro-san knows, Python's own ones besides, and what each is sent as.

/** As JSON Schema has it. A `number` goes out as an integer or a number. */
const SENT: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['int', 'integer'],
  ['integer', 'integer'],
  ['float', 'number'],
  ['number', 'number'],
  ['bool', 'boolean'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'object'],
])

/** Words that authors borrow from Python. neuro-san refuses the network for them; here they mean what they say. */
const BORROWED: ReadonlyMap<string, string> = new Map([
  ['str', 'string'],
  ['list', 'array'],
  ['dict', 'object'],
])

/** What a model is told in place of a type's word; undefined for a word that nobody knows. */
export function sentType(word: string): string | undefined {
  return SENT.get(word) ?? BORROWED.get(word)
}

/** The word to write instead, where neuro-san does not know this one. */
export function properType(word: string): string | undefined {
  return BORROWED.get(word)
}

/** Words that a network can be written with. */
export const TYPE_WORDS: readonly string[] = [...SENT.keys()]
