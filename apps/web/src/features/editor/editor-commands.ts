// Keys of every code editor of the page, those inside other widgets included.
import { redoAndShow, undoAndShow } from '../../app/public/history.ts'
import { monaco } from './monaco-setup.ts'

/** The editor's own undo would know one file only; its keys go to the one history. */
export function registerEditorCommands(): void {
  const { CtrlCmd, Shift } = monaco.KeyMod
  const add = (id: string, label: string, keybindings: number[], run: () => void) =>
    monaco.editor.addEditorAction({ id, label, keybindings, keybindingContext: 'editorTextFocus', run })
  // The editor's own chord for this begins with the key of the page's palette.
  monaco.editor.addKeybindingRule({
    keybinding: monaco.KeyCode.F1,
    command: 'editor.action.showHover',
    when: 'editorTextFocus',
  })
  add('slyglass.undo', 'Undo', [CtrlCmd | monaco.KeyCode.KeyZ], undoAndShow)
  add('slyglass.redo', 'Redo', [CtrlCmd | Shift | monaco.KeyCode.KeyZ, CtrlCmd | monaco.KeyCode.KeyY], redoAndShow)
}
