// The script of the offline model beside a network's file: a run with a broken one has no answers.
import type { HoconValue } from '@slyglass/hocon'
import { HoconView } from '@slyglass/hocon/language'
import type { ScriptFault } from '@slyglass/models'
import type { Diagnostic, SourceRange } from '@slyglass/network'
import { scriptFileOf } from '../../runs/script-file.ts'
import type { Project } from '../../workspace/projects.ts'
import type { Files } from '../reading/workspace.ts'

export async function checkScript(project: Project, files: Files, network: string): Promise<readonly Diagnostic[]> {
  const doc = scriptFileOf(network)
  const read = await files.read(project.root, doc)
  if (!read.ok) return []
  // It brings the whole library of models along, which a project without scripts does not need.
  const { readOfflineScript } = await import('@slyglass/models')
  const script = readOfflineScript(read.value.text)
  if (script.ok) return []
  const message = `the offline model cannot use this script: ${script.error.message}; until it is corrected, a run without a model ends with this`
  const at = placeOf(doc, read.value.text, script.error)
  return [{ code: 'offline-script-invalid', severity: 'error', message, at, fixes: [] }]
}

function placeOf(doc: string, text: string, { offset, path }: ScriptFault): SourceRange {
  if (offset !== undefined) return { doc, from: offset, to: Math.min(offset + 1, text.length) }
  let at: HoconValue = new HoconView({ profile: 'neuro-san', texts: { [doc]: text } }, doc).evaluation.value
  for (const part of path) {
    const next: HoconValue | undefined =
      at.kind === 'list'
        ? at.items[Number(part)]
        : at.kind === 'object'
          ? at.fields.get(String(part))?.value
          : undefined
    if (next === undefined) break
    at = next
  }
  return at.origin.place
}
