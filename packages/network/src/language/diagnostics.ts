// What is wrong with a document, whatever kind of file it is.
import { diagnoseComparisons } from '../diagnose-comparisons.ts'
import { diagnoseKeys } from '../diagnose-keys.ts'
import { diagnoseKinds, diagnoseMissing } from '../diagnose-kinds.ts'
import type { Diagnostic } from '../model.ts'
import { fromHocon } from '../text-fault.ts'
import type { NetworkView } from './view.ts'

/** A file that only others include is no network, and is held to HOCON alone; one that the caller calls a network is one. */
export function diagnosticsOf(view: NetworkView): readonly Diagnostic[] {
  const { file } = view.input
  const kind = view.kindOf(file)
  const { diagnostics, value } = view.hocon.evaluation
  const isNamed = view.input.kinds?.[file] === 'network'
  const hasTools = value.kind === 'object' && value.fields.has('tools')
  if (kind === 'network' && (isNamed || hasTools)) return view.source.network.diagnostics
  const own = diagnostics.map(fromHocon)
  if (kind === 'network') return own
  const table = view.schemaOf(file)
  const compared = kind === 'test-case' ? diagnoseComparisons(value) : []
  const shape = [...diagnoseMissing(kind, value), ...diagnoseKinds(table, value)]
  return [...own, ...diagnoseKeys(table, value), ...shape, ...compared]
}
