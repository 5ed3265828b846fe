export { ConflictDialog } from './conflict-dialog.tsx'
export { SourcePanel } from './source-panel.tsx'
