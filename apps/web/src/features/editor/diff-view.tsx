import { useEffect, useRef } from 'react'
import { applyTheme, languageOf, monaco, OPTIONS, PLAIN_BRACKETS } from './monaco-setup.ts'
import 'monaco-editor/features/diffEditor/register.js'

interface Props {
  readonly doc: string
  /** The text on the left, and what it is. */
  readonly before: string
  readonly beforeIs: string
  readonly after: string
  readonly afterIs: string
}

/** Two texts side by side, or one under the other where there is little room; what both share is folded away. */
export function DiffView({ doc, before, beforeIs, after, afterIs }: Props) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current === null) return
    applyTheme()
    const original = monaco.editor.createModel(before, languageOf(doc))
    const modified = monaco.editor.createModel(after, languageOf(doc))
    const editor = monaco.editor.createDiffEditor(host.current, {
      ...OPTIONS,
      readOnly: true,
      originalEditable: false,
      enableSplitViewResizing: false,
      renderSideBySideInlineBreakpoint: 640,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      renderOverviewRuler: false,
      ignoreTrimWhitespace: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 3 },
      diffAlgorithm: 'advanced',
      inlayHints: { enabled: 'off' },
    })
    const compared = editor.createViewModel({ original, modified })
    editor.setModel(compared)
    // An editor that takes a text colours its brackets anew.
    for (const model of [original, modified]) model.updateOptions(PLAIN_BRACKETS)
    // The editor takes names away whenever it lays its two sides out anew.
    const naming = editor.onDidUpdateDiff(() => {
      editor.getOriginalEditor().updateOptions({ ariaLabel: `${beforeIs}: ${doc}` })
      editor.getModifiedEditor().updateOptions({ ariaLabel: `${afterIs}: ${doc}` })
    })
    return () => {
      naming.dispose()
      editor.dispose()
      // A comparison that is being made fails when its texts go away.
      const release = () => {
        compared.dispose()
        original.dispose()
        modified.dispose()
      }
      compared.waitForDiff().then(release, release)
    }
  }, [doc, before, beforeIs, after, afterIs])
  return <div ref={host} className="diff-view" />
}
