import { useMemo, useState } from 'react'
import { resolveConflict } from '../../app/public/resolve-conflict.ts'
import { useWorkspace } from '../../app/public/workspace.ts'
import { mergeTexts } from '../../documents/index.ts'
import { Button, Callout, Dialog, Segments } from '../../ui/index.ts'
import { Comparison } from './comparison.tsx'
import './editor.css'

/** A file that changed on disk is never overwritten silently: a person joins both, or picks one. */
export function SaveConflictDialog() {
  const { asking, conflicts, store } = useWorkspace()
  const conflict = asking === undefined ? undefined : conflicts.get(asking)
  if (conflict === undefined || !store.has(conflict.doc)) return null
  const close = () => useWorkspace.setState({ asking: undefined })
  const { doc, disk } = conflict
  if (disk === null) {
    return (
      <Dialog
        title="File changed on disk"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button look="ink" onClick={() => resolveConflict(doc, 'mine')}>
              Write mine again
            </Button>
          </>
        }
      >
        <Callout tone="wait" title={`${doc} is gone`}>
          Another program removed or renamed it. Your text is still here.
        </Callout>
      </Dialog>
    )
  }
  return <ChangedOnDisk doc={doc} disk={disk.text} onClose={close} />
}

interface Props {
  readonly doc: string
  readonly disk: string
  onClose(): void
}

function ChangedOnDisk({ doc, disk, onClose }: Props) {
  const store = useWorkspace((state) => state.store)
  const [shown, setShown] = useState<Shown>('sides')
  const [base, mine] = [store.savedText(doc), store.text(doc)]
  const merged = useMemo(() => mergeTexts(base, mine, disk), [base, mine, disk])
  return (
    <Dialog
      title="File changed on disk"
      width={980}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => resolveConflict(doc, 'theirs')}>Take the disk’s</Button>
          <Button onClick={() => resolveConflict(doc, 'mine')}>Keep mine</Button>
          <Button look="ink" onClick={() => resolveConflict(doc, 'merge')}>
            {merged.conflicts === 0 ? 'Merge both' : 'Merge and mark'}
          </Button>
        </>
      }
    >
      <p>
        Another program wrote <code className="mono">{doc}</code> since it was read here.{' '}
        {merged.conflicts === 0
          ? 'The two sets of changes touch different lines, so both can be kept.'
          : `${merged.conflicts === 1 ? 'One place was' : `${merged.conflicts} places were`} changed on both sides; a merge marks them in the text for you to settle, and is not saved until then.`}
      </p>
      <div className="conflict-choice">
        <Segments label="Compare" value={shown} options={COMPARISONS} onChange={(value) => setShown(value)} />
      </div>
      <Comparison
        doc={doc}
        {...(shown === 'sides'
          ? { before: disk, beforeIs: 'On disk', after: mine, afterIs: 'Yours' }
          : { before: mine, beforeIs: 'Yours', after: merged.text, afterIs: 'Merged' })}
      />
    </Dialog>
  )
}

type Shown = 'sides' | 'merge'
const COMPARISONS: readonly { readonly value: Shown; readonly text: string }[] = [
  { value: 'sides', text: 'The disk’s and yours' },
  { value: 'merge', text: 'Yours and both together' },
]
