// What is to be said about one document, by what kind of file it is.
import { type Diagnostic, readManifest } from '@slyglass/network'
import type { NetworkView } from '@slyglass/network/language'
import type { LanguageSetup } from './questions.ts'

export function diagnose(view: NetworkView, doc: string, setup: LanguageSetup): readonly Diagnostic[] {
  const { value, diagnostics } = view.hocon.evaluation
  const named = setup.networks.some(({ file }) => file === doc)
  const kind = named ? 'network' : view.kindOf(doc)
  if (kind === 'manifest') return diagnoseManifest(view, doc, setup)
  const hasTools = value.kind === 'object' && value.fields.has('tools')
  if (named || (kind === 'network' && hasTools)) return view.source.network.diagnostics
  return diagnostics.map(({ kind: fault, code, ...rest }) => ({
    ...rest,
    code: fault === 'parse' || fault === 'bad_path' ? `syntax-${code}` : code,
  }))
}

function diagnoseManifest(view: NetworkView, doc: string, { files, env }: LanguageSetup): readonly Diagnostic[] {
  const { networks, diagnostics } = readManifest({ file: doc, texts: view.input.texts, env })
  const { value } = view.hocon.evaluation
  const folder = doc.slice(0, doc.lastIndexOf('/') + 1)
  const missing = networks.filter(({ file, serve }) => serve && !files.includes(file))
  return [
    ...diagnostics,
    ...missing.flatMap(({ file }): Diagnostic[] => {
      const at = value.kind === 'object' ? value.fields.get(file.slice(folder.length))?.keys.at(-1) : undefined
      const message = `${file} is not there; write the file, or take the network out of the manifest`
      return at === undefined ? [] : [{ code: 'network-missing', severity: 'error', message, at, fixes: [] }]
    }),
  ]
}
