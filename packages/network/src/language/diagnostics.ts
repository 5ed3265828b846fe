// What is wrong with a document, whatever kind of file it is.
import { diagnoseKeys } from '../diagnose-keys.ts'
import type { Diagnostic } from '../model.ts'
import type { NetworkView } from './view.ts'

export function diagnosticsOf(view: NetworkView): readonly Diagnostic[] {
  const { file } = view.input
  if (view.kindOf(file) === 'network') return view.source.network.diagnostics
  const { diagnostics, value } = view.hocon.evaluation
  const own = diagnostics.map(({ kind, ...rest }): Diagnostic => {
    const syntax = kind === 'parse' || kind === 'bad_path'
    return syntax ? { ...rest, code: `syntax-${rest.code}` } : rest
  })
  return [...own, ...diagnoseKeys(view.schemaOf(file), value)]
}
