import type { Diagnostic } from '@slyglass/network'
import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import { onMarks } from '../../app/public/early-marks.ts'
import { usePreferences } from '../../app/public/preferences.ts'
import { problemsOf } from '../../app/public/problems.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useWorkspace } from '../../app/public/workspace.ts'
import { brokenSource, useTriedSource } from './broken-source.ts'
import { registerEditorCommands } from './editor-commands.ts'
import { useFileProblems } from './file-problems.ts'
import { takeFocus } from './focus-left.ts'
import { registerLanguageService } from './language/register.ts'
import { useDiagnosed } from './language/use-diagnosed.ts'
import { showMarkers } from './markers.ts'
import { modelOf } from './models.ts'
import { applyTheme, monaco, OPTIONS } from './monaco-setup.ts'
import { keepTokensAtCaret } from './tokens-at-caret.ts'

registerLanguageService()
registerEditorCommands()

interface Props {
  readonly doc: string
  onCaret(caret: { readonly line: number; readonly column: number }): void
}

type Editor = ReturnType<typeof monaco.editor.create>

/** The code editor: one view of the document store, bound to the document that is shown. */
export const CodeEditor = memo(({ doc, onCaret }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  useTheme()
  useEffect(() => {
    if (host.current === null) return
    const created = monaco.editor.create(host.current, OPTIONS)
    editor.current = created
    keepTokensAtCaret(created)
    created.onDidBlurEditorText(() => useWorkspace.getState().store.closeGroup())
    created.onDidChangeCursorPosition(({ position }) => onCaret({ line: position.lineNumber, column: position.column }))
    return () => {
      editor.current = null
      created.dispose()
    }
  }, [onCaret])
  useBoundDocument(editor, doc, onCaret)
  useKeepPlace(editor, doc)
  useDiagnosed(doc)
  useTriedSource(doc)
  useMarkers(editor, doc)
  useReveal(editor, doc)
  useFocusLeft(editor)
  // The canvas listens to Space on the whole page and spares fields only; Monaco's input is no field to it.
  return <div ref={host} className="code-editor nokey" />
})

type EditorRef = { readonly current: Editor | null }

function useBoundDocument(editor: EditorRef, doc: string, onCaret: Props['onCaret']): void {
  const store = useWorkspace((state) => state.store)
  useEffect(() => {
    const present = editor.current
    if (present === null) return
    const bound = modelOf(store, doc)
    present.setModel(bound.model)
    if (bound.view) present.restoreViewState(bound.view)
    present.updateOptions({ ariaLabel: `Source of ${doc}` })
    const caret = present.getPosition()
    onCaret({ line: caret?.lineNumber ?? 1, column: caret?.column ?? 1 })
    const composing = [
      present.onDidCompositionStart(() => bound.binding.compositionStarted()),
      present.onDidCompositionEnd(() => bound.binding.compositionEnded()),
    ]
    return () => {
      for (const listener of composing) listener.dispose()
    }
  }, [editor, store, doc, onCaret])
}

/** Ahead of the other effects' ends: by then the editor is gone. */
function useKeepPlace(editor: EditorRef, doc: string): void {
  const store = useWorkspace((state) => state.store)
  useLayoutEffect(() => {
    const bound = modelOf(store, doc)
    return () => {
      bound.view = editor.current?.saveViewState() ?? null
      bound.shown = useWorkspace.getState().reveal
    }
  }, [editor, store, doc])
}

function useMarkers(editor: EditorRef, doc: string): void {
  const store = useWorkspace((state) => state.store)
  useEffect(() => {
    const showWith = (diagnostics: readonly Diagnostic[]) => {
      const model = editor.current?.getModel()
      const ofNetwork = problemsOf({ ...useStudio.getState(), diagnostics })
      if (model === null || model === undefined) return
      const lines = store.lines(doc)
      const ofSource = brokenSource(useStudio.getState().preflight, doc, lines, store.isDirty(doc))
      showMarkers(model, lines, doc, [...ofNetwork, ...ofSource, ...useFileProblems.getState().problems])
    }
    const show = () => showWith(useStudio.getState().diagnostics)
    show()
    // Told by the states themselves: marks in the text need not wait until the rest of the page is drawn.
    const stops = [
      onMarks(showWith),
      useStudio.subscribe((now, before) => {
        if (now.diagnostics !== before.diagnostics || now.preflight !== before.preflight) show()
      }),
      useFileProblems.subscribe(show),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [editor, store, doc])
}

/** Columns that are in sight without scrolling sideways. */
const NEAR_COLUMN = 60

function useReveal(editor: EditorRef, doc: string): void {
  const store = useWorkspace((state) => state.store)
  const reveal = useWorkspace((state) => state.reveal)
  useEffect(() => {
    const present = editor.current
    // Shown once: later the text may be another one, and the caret where somebody left it.
    if (present === null || reveal?.doc !== doc || reveal === modelOf(store, doc).shown) return
    const [start, end] = [store.lines(doc).positionAt(reveal.from), store.lines(doc).positionAt(reveal.to)]
    const range = new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column)
    present.setSelection(range)
    present.revealLineInCenterIfOutsideViewport(start.lineNumber)
    // A long line must not push the beginnings of all the others out of sight.
    if (start.column < NEAR_COLUMN) present.setScrollLeft(0)
    else present.revealPosition(start)
  }, [editor, store, doc, reveal])
}

/** Comes last: where somebody typed counts more than what was to be shown when the file was opened. */
function useFocusLeft(editor: EditorRef): void {
  useEffect(() => {
    const [present, left] = [editor.current, takeFocus()]
    const model = present?.getModel()
    if (!present || !model || left === undefined) return
    const [start, end] = [model.getPositionAt(left.from), model.getPositionAt(left.to)]
    present.setSelection(monaco.Range.fromPositions(start, end))
    present.revealPosition(end)
    present.focus()
  }, [editor])
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
