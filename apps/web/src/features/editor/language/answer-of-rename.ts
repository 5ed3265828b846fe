// A new name, wherever the old one stands.
import { renameAt } from '@slyglass/network/language'
import type { Renaming } from './language-session.ts'
import type { Planned } from './questions.ts'

export function answerOfRename({ view, others, asked }: Renaming): Planned {
  const planned = renameAt(view, asked.doc, asked.offset, asked.to, others)
  return planned.ok ? { ok: true, edits: planned.value } : { ok: false, message: planned.error.message }
}
