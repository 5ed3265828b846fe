import type { Diagnostic } from '@slyglass/network'
import type { ProjectReply } from '@slyglass/protocol'
import { Download, FileText, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FarNetworks } from '../../app/public/far-parts.ts'
import { ImportDialog, NewNetworkDialog, takesFile } from '../../app/public/import-parts.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, Callout, EmptyState } from '../../ui/index.ts'
import { NetworksTable } from './networks-table.tsx'
import { showFile } from './show-file.ts'
import { Unlisted } from './unlisted.tsx'
import { unlistedFiles } from './unlisted-files.ts'
import './networks.css'

/** The manifest of the open project as a table. */
export function NetworksPage() {
  const project = useStudio((state) => state.project)
  const [filter, setFilter] = useState('')
  const [asking, setAsking] = useState<Asking>()
  if (project === undefined) {
    return (
      <EmptyState
        title="No project is open"
        actions={<Button onClick={() => useStudio.getState().set({ page: 'home' })}>Go to Home</Button>}
      >
        Open a folder or a sample first.
      </EmptyState>
    )
  }
  const shown = project.networks.filter((network) => network.name.toLowerCase().includes(filter.toLowerCase()))
  return (
    <section
      className="networks"
      aria-label="Project"
      data-region
      {...(project.server === undefined ? takesFile(setAsking) : {})}
    >
      <header className="networks-head">
        <h1>Networks</h1>
        <span className="mono text-3 truncate">{project.manifest ?? project.root}</span>
        <span className="spacer" />
        <input
          className="input networks-filter"
          type="search"
          aria-label="Filter networks"
          placeholder="Filter by name"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        {project.manifest !== null && project.networks.length > 0 ? <OpenManifest manifest={project.manifest} /> : null}
        {project.server === undefined && project.networks.length > 0 ? <Actions ask={setAsking} /> : null}
      </header>
      {project.diagnostics.filter(isOfNoRow(project)).map((diagnostic) => (
        <div key={`${diagnostic.code} ${diagnostic.at.from} ${diagnostic.message}`} className="networks-note">
          <Callout tone={diagnostic.severity === 'error' ? 'fail' : 'wait'} title={diagnostic.message}>
            <span className="mono">{diagnostic.at.doc}</span> <code>{diagnostic.code}</code>
          </Callout>
        </div>
      ))}
      {project.server !== undefined ? (
        <Suspense>
          <FarNetworks project={project.id} server={project.server} filter={filter} />
        </Suspense>
      ) : project.networks.length === 0 ? (
        <EmptyState title="No networks were found" actions={<Actions ask={setAsking} />}>
          {project.manifest === null
            ? `No manifest.hocon was found in ${project.root} or its registries folder. Open the folder that holds registries/, or create registries/manifest.hocon with one line for each network: "name.hocon" = true`
            : `${project.manifest} lists no network that can be read. Each network needs a line such as "name.hocon" = true`}
        </EmptyState>
      ) : (
        <NetworksTable project={project.id} networks={shown} faults={project.diagnostics} />
      )}
      {filter !== '' && shown.length === 0 && project.server === undefined ? (
        <p className="networks-rest text-3">No network has “{filter}” in its name.</p>
      ) : null}
      {project.manifest === null ? null : <Unlisted manifest={project.manifest} files={unlistedFiles(project)} />}
      <Suspense>
        <NetworksDialog asking={asking} project={project} onClose={() => setAsking(undefined)} />
      </Suspense>
    </section>
  )
}

/** What is wrong with the text of a network stands in its row. */
const isOfNoRow =
  ({ networks }: ProjectReply) =>
  ({ at }: Diagnostic): boolean =>
    networks.every(({ file }) => file !== at.doc)

/** What is asked for; a file is one that was dropped. */
type Asking = 'new' | 'import' | File

function OpenManifest({ manifest }: { readonly manifest: string }) {
  return (
    <Button onClick={() => void showFile(manifest)} title={`${manifest} in the editor`}>
      <FileText className="icon icon-s" />
      Open manifest
    </Button>
  )
}

function Actions({ ask }: { ask(asking: Asking): void }) {
  return (
    <>
      <Button onClick={() => ask('import')} title="A network or tool from a file, or samples">
        <Download className="icon icon-s" />
        Import
      </Button>
      <Button look="ink" onClick={() => ask('new')}>
        <Plus className="icon icon-s" />
        New network
      </Button>
    </>
  )
}

interface DialogProps {
  readonly asking: Asking | undefined
  readonly project: ProjectReply
  onClose(): void
}

function NetworksDialog({ asking, project, onClose }: DialogProps) {
  if (asking === undefined) return null
  if (asking === 'new') return <NewNetworkDialog project={project} onClose={onClose} />
  return <ImportDialog dropped={asking === 'import' ? undefined : asking} projects={[]} onClose={onClose} />
}
