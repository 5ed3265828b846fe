import { diffLines } from 'diff'
import { useState } from 'react'
import { saveAll } from '../../app/public/files.ts'
import { useWorkspace } from '../../app/public/workspace.ts'
import { Button, Dialog, EmptyState } from '../../ui/index.ts'
import { Comparison } from './comparison.tsx'
import './editor.css'

/** What saving would write: every changed file beside what is on disk. */
export function SaveChangesDialog() {
  const store = useWorkspace((state) => state.store)
  useWorkspace((state) => state.revision)
  const dirty = store.docs().filter((doc) => store.isDirty(doc))
  const [chosen, choose] = useState(dirty[0])
  const shown = chosen !== undefined && dirty.includes(chosen) ? chosen : dirty[0]
  const close = () => useWorkspace.setState({ reviewing: false })
  const save = () => {
    close()
    void saveAll()
  }
  return (
    <Dialog
      title="Save changes"
      width={980}
      onClose={close}
      onSubmit={save}
      actions={
        <>
          {shown === undefined ? null : (
            <span className="text-3 save-untouched">{untouched(store.savedText(shown), store.text(shown))}</span>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button look="ink" type="submit" disabled={dirty.length === 0}>
            Save
          </Button>
        </>
      }
    >
      {shown === undefined ? (
        <EmptyState title="Everything is saved" />
      ) : (
        <>
          <ul className="save-files" aria-label="Changed files">
            {dirty.map((doc) => (
              <li key={doc}>
                <button type="button" aria-current={doc === shown} onClick={() => choose(doc)}>
                  <span className="mono truncate">{doc}</span>
                  <ChangeCount before={store.savedText(doc)} after={store.text(doc)} />
                </button>
              </li>
            ))}
          </ul>
          <Comparison
            doc={shown}
            before={store.savedText(shown)}
            beforeIs="Saved"
            after={store.text(shown)}
            afterIs="With your changes"
          />
        </>
      )}
    </Dialog>
  )
}

function ChangeCount({ before, after }: { readonly before: string; readonly after: string }) {
  const { added, removed } = countLines(before, after)
  return (
    <span className="save-count">
      <span data-tone="ok">+{added}</span> <span data-tone="fail">−{removed}</span>
    </span>
  )
}

function countLines(before: string, after: string): { readonly added: number; readonly removed: number } {
  const parts = diffLines(before, after)
  const linesOf = (wanted: 'added' | 'removed') =>
    parts.reduce((sum, part) => (part[wanted] ? sum + (part.count ?? 0) : sum), 0)
  return { added: linesOf('added'), removed: linesOf('removed') }
}

function untouched(before: string, after: string): string {
  const same = diffLines(before, after).filter((part) => !part.added && !part.removed)
  const letters = same.reduce((sum, part) => sum + part.value.length, 0)
  return `${letters.toLocaleString('en')} characters of this file stay as they are`
}
