// Repairs of a network's diagnostics, and files that its includes miss.
import type { TextRange } from '@slyglass/base'
import { actionsAt as actionsOf, type CodeAction } from '@slyglass/hocon/language'
import { diagnosticsOf } from './diagnostics.ts'
import type { NetworkView } from './view.ts'

export function actionsAt(view: NetworkView, doc: string, range: TextRange): readonly CodeAction[] {
  return actionsOf(diagnosticsOf(view), view.hocon.evaluation.missing, doc, range)
}
