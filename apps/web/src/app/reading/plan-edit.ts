// Planning of edits comes with the first edit: the graph is shown without it.
import { type NetworkEdit, planEdit as plan } from '@slyglass/network'
import type { ReadingInput } from './messages.ts'
import { reviveJson } from './revive-network.ts'

/** Plans an edit that was copied between threads. */
export const planEdit = (input: ReadingInput, edit: NetworkEdit): ReturnType<typeof plan> =>
  plan(input, 'value' in edit ? { ...edit, value: reviveJson(edit.value) } : edit)
