import { Suspense, useState } from 'react'
import { useIsOpen, useWorkspace } from '../../app/public/workspace.ts'
import { Button } from '../../ui/index.ts'
import { CodeEditor } from './code-editor.tsx'
import './beside.css'
import './editor.css'
import { PlainEditor } from './plain-editor.tsx'

/** A second file, in the place of the graph: such as a tool beside the network that calls it. */
export function BesidePanel() {
  const doc = useWorkspace((state) => state.beside)
  const isOpen = useIsOpen(doc)
  // The state's own setter stays the same, so the editor is made once.
  const [, onCaret] = useState({ line: 1, column: 1 })
  if (doc === undefined || !isOpen) return <section className="pane" aria-label="File beside" />
  return (
    <section className="pane source" aria-label="File beside" data-region>
      <div className="source-head">
        <span className="beside-name mono truncate">{doc}</span>
        <span className="spacer" />
        <Button small onClick={() => useWorkspace.setState({ beside: undefined })}>
          Show the graph
        </Button>
      </div>
      <div className="source-editor">
        <Suspense fallback={<PlainEditor doc={doc} onCaret={onCaret} />}>
          <CodeEditor doc={doc} onCaret={onCaret} />
        </Suspense>
      </div>
    </section>
  )
}
