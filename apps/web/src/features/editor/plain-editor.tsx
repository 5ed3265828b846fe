import { type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useText, useWorkspace } from '../../app/public/workspace.ts'
import { differenceOf, LineTable } from '../../documents/index.ts'
import { leaveFocus } from './focus-left.ts'

interface Props {
  readonly doc: string
  onCaret(caret: { readonly line: number; readonly column: number }): void
}

/** Editable plain text until the code editor has arrived; nothing waits for it. */
export function PlainEditor({ doc, onCaret }: Props) {
  const store = useWorkspace((state) => state.store)
  const reveal = useWorkspace((state) => state.reveal)
  const text = useText(doc) ?? ''
  const area = useRef<HTMLTextAreaElement>(null)
  const shown = new LineTable(text).normalised()
  useEffect(() => {
    if (reveal?.doc === doc) area.current?.setSelectionRange(reveal.from, reveal.to)
  }, [reveal, doc])
  useLayoutEffect(() => {
    const here = area.current
    return () => {
      if (here !== null && document.activeElement === here)
        leaveFocus({ from: here.selectionStart, to: here.selectionEnd })
    }
  }, [])
  const type = (typed: string) => {
    const table = store.lines(doc)
    const edit = differenceOf(table.normalised(), typed)
    if (edit === undefined) return
    const lines = new LineTable(table.normalised())
    const [from, to] = [table.offsetAt(lines.positionAt(edit.from)), table.offsetAt(lines.positionAt(edit.to))]
    store.apply({
      label: 'typing',
      origin: 'typing',
      edits: [{ doc, from, to, text: edit.text }],
      group: `typing ${doc} plain`,
      selection: { kind: 'editor', doc, from, to: from },
    })
  }
  const select = (event: SyntheticEvent<HTMLTextAreaElement>) => {
    const before = event.currentTarget.value.slice(0, event.currentTarget.selectionEnd).split('\n')
    onCaret({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 })
  }
  return (
    <textarea
      ref={area}
      className="plain-editor"
      aria-label={`Source of ${doc}`}
      spellCheck={false}
      wrap="off"
      value={shown}
      onChange={(event) => type(event.target.value)}
      onSelect={select}
    />
  )
}
