import type { ProjectReply } from '@slyglass/protocol'
import { ImportDialog } from '../../app/public/import-parts.ts'
import { OpenFolderDialog } from './open-folder-dialog.tsx'
import { OpenServerDialog } from './open-server-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'

/** What a button of Home asks for; a file is one that was dropped on it. */
export type Asking = 'folder' | 'paste' | 'import' | 'server' | File

interface Props {
  readonly asking: Asking
  /** The address that the server dialog begins with. */
  readonly server: string
  readonly projects: readonly ProjectReply[]
  onClose(): void
}

/** The dialogs of Home: one chunk, loaded with the first of them. */
export function HomeDialog({ asking, server, projects, onClose }: Props) {
  if (asking === 'folder') return <OpenFolderDialog onClose={onClose} />
  if (asking === 'paste') return <PasteDialog onClose={onClose} />
  if (asking === 'server') return <OpenServerDialog initial={server} onClose={onClose} />
  return <ImportDialog dropped={asking === 'import' ? undefined : asking} projects={projects} onClose={onClose} />
}
