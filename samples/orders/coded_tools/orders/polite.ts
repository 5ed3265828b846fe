import { defineHook } from 'slyglass'

/** The model need not know how many stops there were. */
export const shorten = defineHook(({ result }) => ({
  decision: 'modify',
  changes: { result: String(result).replace(/, after \d+ stops\.$/, '.') },
}))
