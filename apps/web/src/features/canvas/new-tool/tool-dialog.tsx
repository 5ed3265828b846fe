import type { Network } from '@slyglass/network'
import type { ToolOrigin } from '../canvas-head.tsx'
import { ImportToolDialog } from './import-tool-dialog.tsx'
import { NewToolDialog } from './new-tool-dialog.tsx'

interface Props {
  readonly origin: ToolOrigin
  readonly network: Network
  onClose(): void
}

/** Asks what a coded tool needs to be added. Both ways are one chunk. */
export function ToolDialog({ origin, ...props }: Props) {
  return origin === 'file' ? <ImportToolDialog {...props} /> : <NewToolDialog {...props} />
}
