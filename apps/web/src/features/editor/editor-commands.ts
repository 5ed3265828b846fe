// Keys of every code editor of the page, those inside other widgets included.
import { redoAndShow, undoAndShow } from '../../app/public/history.ts'
import { monaco } from './monaco-setup.ts'

export function registerEditorCommands(): void {
  const { CtrlCmd, Shift, Alt } = monaco.KeyMod
  const { KeyCode } = monaco
  const when = 'editorTextFocus'
  monaco.editor.addKeybindingRules([
    // The editor's own chord for this begins with the key of the page's palette.
    { keybinding: KeyCode.F1, command: 'editor.action.showHover', when },
    // On every system, not only where the editor has it; elsewhere its key is taken by the browser.
    { keybinding: Shift | Alt | KeyCode.KeyF, command: 'editor.action.formatDocument', when },
  ])
  // The editor's own undo would know one file only; its keys go to the one history.
  const add = (id: string, label: string, keybindings: number[], run: () => void) =>
    monaco.editor.addEditorAction({ id, label, keybindings, keybindingContext: when, run })
  add('slyglass.undo', 'Undo', [CtrlCmd | KeyCode.KeyZ], undoAndShow)
  add('slyglass.redo', 'Redo', [CtrlCmd | Shift | KeyCode.KeyZ, CtrlCmd | KeyCode.KeyY], redoAndShow)
}
