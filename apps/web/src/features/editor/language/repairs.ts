// Repairs of what is underlined.
import type { Diagnostic, DocumentEdit } from '@slyglass/network'
import type { languages } from 'monaco-editor/editor/editor.api.js'
import { loadOrCreate } from '../../../app/public/files.ts'
import { useStudio } from '../../../app/public/studio.ts'
import { revealInSource } from '../../../app/public/workspace.ts'
import { monaco } from '../monaco-setup.ts'
import { applyEdits } from './apply.ts'
import { language } from './instance.ts'
import { docOf, textRangeOf } from './places.ts'

const COMMAND = 'slyglass.repair'

interface Repair {
  readonly title: string
  readonly doc: string
  readonly edits: readonly DocumentEdit[]
  readonly creates?: string
}

export const REPAIRS: languages.CodeActionProvider = {
  async provideCodeActions(model, range, context, token) {
    const doc = docOf(model)
    if (doc === undefined) return undefined
    const asked = textRangeOf(doc, range)
    const actions = await language.ask({ kind: 'actions', doc, range: asked }, () => token.isCancellationRequested)
    const touches = ({ at }: Diagnostic) => at.doc === doc && at.from <= asked.to && at.to >= asked.from
    const missing = useStudio.getState().preflight?.tools.flatMap(({ diagnostic }) => diagnostic ?? []) ?? []
    const repairs = [
      ...(actions ?? []).map((action) => ({ ...action, doc })),
      ...missing.filter(touches).flatMap(({ code, fixes }) => fixes.map((fix) => ({ ...fix, code, doc }))),
    ]
    return {
      actions: repairs.map(({ code, ...repair }) => ({
        title: repair.title,
        kind: 'quickfix',
        diagnostics: context.markers.filter((marker) => marker.code === code),
        command: { id: COMMAND, title: repair.title, arguments: [repair satisfies Repair] },
      })),
      dispose: () => undefined,
    }
  },
}

export function registerRepairs(): void {
  monaco.editor.registerCommand(COMMAND, (_, repair: Repair) => void carryOut(repair))
}

async function carryOut({ title, doc, edits, creates }: Repair): Promise<void> {
  if (creates === undefined) await applyEdits(title, doc, edits)
  else {
    await loadOrCreate(creates)
    revealInSource(creates, 0, 0)
  }
}
