import { useEffect, useRef } from 'react'
import { redoAndShow, undoAndShow } from '../../app/public/history.ts'
import { usePreferences } from '../../app/public/preferences.ts'
import { useProblems } from '../../app/public/problems.ts'
import { useWorkspace } from '../../app/public/workspace.ts'
import { bindEditorModel } from '../../documents/index.ts'
import { showMarkers } from './markers.ts'
import { applyTheme, languageOf, monaco, OPTIONS } from './monaco-setup.ts'

interface Props {
  readonly doc: string
  onCaret(caret: { readonly line: number; readonly column: number }): void
}

type Editor = ReturnType<typeof monaco.editor.create>

/** The code editor: one view of the document store, bound to the document that is shown. */
export function CodeEditor({ doc, onCaret }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  useTheme()
  useEffect(() => {
    if (host.current === null) return
    const created = monaco.editor.create(host.current, OPTIONS)
    editor.current = created
    takeOverUndo(created)
    created.onDidBlurEditorText(() => useWorkspace.getState().store.closeGroup())
    created.onDidChangeCursorPosition(({ position }) => onCaret({ line: position.lineNumber, column: position.column }))
    return () => {
      editor.current = null
      created.dispose()
    }
  }, [onCaret])
  useBoundDocument(editor, doc)
  useMarkers(editor, doc)
  useReveal(editor, doc)
  // The canvas listens to Space on the whole page and spares fields only; Monaco's input is no field to it.
  return <div ref={host} className="code-editor nokey" />
}

/** The editor's own undo would know one file only; its keys go to the one history. */
function takeOverUndo(editor: Editor): void {
  const { CtrlCmd, Shift } = monaco.KeyMod
  const bind = (id: string, label: string, keybindings: number[], run: () => void) =>
    editor.addAction({ id: `slyglass.${id}`, label, keybindings, run })
  bind('undo', 'Undo', [CtrlCmd | monaco.KeyCode.KeyZ], undoAndShow)
  bind('redo', 'Redo', [CtrlCmd | Shift | monaco.KeyCode.KeyZ, CtrlCmd | monaco.KeyCode.KeyY], redoAndShow)
}

type EditorRef = { readonly current: Editor | null }

function useBoundDocument(editor: EditorRef, doc: string): void {
  const store = useWorkspace((state) => state.store)
  useEffect(() => {
    const present = editor.current
    if (present === null) return
    const model = monaco.editor.createModel(store.lines(doc).normalised(), languageOf(doc))
    model.setEOL(monaco.editor.EndOfLineSequence.LF)
    model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } })
    const binding = bindEditorModel(store, doc, model)
    present.setModel(model)
    present.updateOptions({ ariaLabel: `Source of ${doc}` })
    const composing = [
      present.onDidCompositionStart(() => binding.compositionStarted()),
      present.onDidCompositionEnd(() => binding.compositionEnded()),
    ]
    return () => {
      for (const listener of composing) listener.dispose()
      binding.dispose()
      model.dispose()
    }
  }, [editor, store, doc])
}

function useMarkers(editor: EditorRef, doc: string): void {
  const store = useWorkspace((state) => state.store)
  const problems = useProblems()
  useEffect(() => {
    const model = editor.current?.getModel()
    if (model) showMarkers(model, store.lines(doc), doc, problems)
  }, [editor, store, doc, problems])
}

function useReveal(editor: EditorRef, doc: string): void {
  const store = useWorkspace((state) => state.store)
  const reveal = useWorkspace((state) => state.reveal)
  useEffect(() => {
    const present = editor.current
    if (present === null || reveal?.doc !== doc) return
    const [start, end] = [store.lines(doc).positionAt(reveal.from), store.lines(doc).positionAt(reveal.to)]
    const range = new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column)
    present.setSelection(range)
    present.revealRangeInCenterIfOutsideViewport(range)
  }, [editor, store, doc, reveal])
}

function useTheme(): void {
  const theme = usePreferences((state) => state.theme)
  useEffect(() => {
    applyTheme()
    if (theme !== 'system') return
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', applyTheme)
    return () => system.removeEventListener('change', applyTheme)
  }, [theme])
}
