// Lines to comments and back. The editor's own command would cut a text over several lines in two.
import { say } from '../../../app/public/say.ts'
import { monaco } from '../monaco-setup.ts'
import { applyEdits } from './apply.ts'
import { language } from './instance.ts'
import { docOf, textRangeOf } from './places.ts'

export function registerCommentToggle(): void {
  const { CtrlCmd } = monaco.KeyMod
  monaco.editor.addEditorAction({
    id: 'slyglass.toggleComment',
    label: 'Toggle Line Comment',
    keybindings: [CtrlCmd | monaco.KeyCode.Slash],
    precondition: "editorLangId == 'hocon'",
    keybindingContext: 'editorTextFocus',
    async run(shown) {
      const [model, selection] = [shown.getModel(), shown.getSelection()]
      const doc = model === null ? undefined : docOf(model)
      if (doc === undefined || selection === null) return
      const planned = await language.ask({ kind: 'comment', doc, range: textRangeOf(doc, selection) })
      if (planned?.ok === true) await applyEdits('toggle comments', doc, planned.edits)
      else if (planned !== undefined) say(planned.message)
    },
  })
}
