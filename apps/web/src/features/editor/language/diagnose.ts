// What is to be said about one document, by what kind of file it is.
import { type Diagnostic, readManifest } from '@slyglass/network'
import { diagnosticsOf, type NetworkView } from '@slyglass/network/language'
import type { LanguageSetup } from './questions.ts'

/** The kind of source that something can be said about. */
export const isToolSource = (doc: string): boolean => /\.(?:py|ts)$/.test(doc)

export function diagnose(view: NetworkView, doc: string, setup: LanguageSetup): readonly Diagnostic[] {
  const isNetwork = setup.networks.some(({ file }) => file === doc)
  if (isNetwork) return view.source.network.diagnostics
  return view.kindOf(doc) === 'manifest' ? diagnoseManifest(view, doc, setup) : diagnosticsOf(view)
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
