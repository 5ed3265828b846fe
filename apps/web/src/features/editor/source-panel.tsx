import { FilePlus2, X } from 'lucide-react'
import { type ReactNode, Suspense, startTransition, useCallback, useState } from 'react'
import { openFile } from '../../app/public/files.ts'
import { useStudio } from '../../app/public/studio.ts'
import { chooseTab, closeTab, useIsOpen, useWorkspace } from '../../app/public/workspace.ts'
import {
  Banner,
  Button,
  Callout,
  EmptyState,
  IconButton,
  lazyPart,
  Menu,
  MenuItem,
  RunningArc,
  Tabs,
} from '../../ui/index.ts'
import './editor.css'
import { PlainEditor } from './plain-editor.tsx'

const CodeEditor = lazyPart(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })))

/** Files as text: tabs, the editor, and where the caret is. */
export function SourcePanel({ lead }: { readonly lead?: ReactNode }) {
  const active = useWorkspace((state) => state.activeTab)
  const fault = useWorkspace((state) => (active === undefined ? undefined : state.faults.get(active)))
  const isOpen = useIsOpen(active)
  return (
    <section className="pane source" aria-label="Source" data-region>
      <FileTabs lead={lead} />
      <ConflictBanner />
      {fault === undefined ? null : (
        <div className="source-fault">
          <Callout tone="fail" title={active}>
            {fault}
          </Callout>
        </div>
      )}
      {active !== undefined && isOpen ? <Editor doc={active} /> : null}
      {active === undefined ? (
        <EmptyState title="No file is open">Pick an entry with a source file, or choose a file above.</EmptyState>
      ) : null}
    </section>
  )
}

function Editor({ doc }: { readonly doc: string }) {
  const [caret, setCaret] = useState({ line: 1, column: 1 })
  // Where the caret is may be said a little later than the letter is drawn.
  const onCaret = useCallback((now: typeof caret) => startTransition(() => setCaret(now)), [])
  return (
    <>
      <div className="source-editor">
        <Suspense fallback={<PlainEditor doc={doc} onCaret={onCaret} />}>
          <CodeEditor doc={doc} onCaret={onCaret} />
        </Suspense>
      </div>
      <footer className="source-status">
        <span>
          Ln {caret.line}, Col {caret.column}
        </span>
        <span>{languageName(doc)}</span>
        <span className="spacer" />
        <Suspense
          fallback={
            <span className="source-loading">
              <RunningArc className="icon icon-xs" /> plain text, editable; colours are loading
            </span>
          }
        >
          <EditorReady />
        </Suspense>
      </footer>
    </>
  )
}

const EditorReady = lazyPart(() =>
  import('./code-editor.tsx').then(() => ({
    default: () => <span className="truncate">text is the file, byte for byte</span>,
  })),
)

function FileTabs({ lead }: { readonly lead: ReactNode }) {
  const { tabs, activeTab, store } = useWorkspace()
  const options = tabs.map((doc) => ({
    value: doc,
    label: doc,
    title: doc,
    text: (
      <>
        {doc.split('/').at(-1)}
        {store.has(doc) && store.isDirty(doc) ? <span className="dirty-dot" title="unsaved" /> : null}
      </>
    ),
  }))
  return (
    <div className="source-head">
      {lead}
      <Tabs label="Open files" className="source-tabs" value={activeTab} options={options} onChange={chooseTab} />
      <span className="spacer" />
      {activeTab !== undefined && tabs.length > 1 ? (
        <IconButton label={`Close ${activeTab}`} onClick={() => closeTab(activeTab)}>
          <X className="icon icon-s" />
        </IconButton>
      ) : null}
      <FilesMenu />
    </div>
  )
}

function FilesMenu() {
  const files = useStudio((state) => state.project?.files)
  return (
    <Menu
      label="Files of the project"
      trigger={(props) => (
        <IconButton label="Open a file" {...props}>
          <FilePlus2 className="icon icon-s" />
        </IconButton>
      )}
    >
      {files?.map((file) => (
        <MenuItem key={file.path} onChoose={() => openFile(file.path)}>
          <span className="mono">{file.path}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** A conflict is told where the file is shown; nothing is overwritten until a person decides. */
function ConflictBanner() {
  const active = useWorkspace((state) => state.activeTab)
  const conflict = useWorkspace((state) => (active === undefined ? undefined : state.conflicts.get(active)))
  if (conflict === undefined) return null
  return (
    <Banner
      tone="wait"
      title={conflict.disk === null ? 'The file is gone from the disk.' : 'Another program changed this file.'}
      actions={
        <Button small onClick={() => useWorkspace.setState({ asking: conflict.doc })}>
          Decide
        </Button>
      }
    >
      Your unsaved text is kept.
    </Banner>
  )
}

function languageName(doc: string): string {
  const ending = doc.split('.').at(-1) ?? ''
  return (
    { hocon: 'HOCON', conf: 'HOCON', py: 'Python', ts: 'TypeScript', json: 'JSON', md: 'Markdown' }[ending] ?? ending
  )
}
