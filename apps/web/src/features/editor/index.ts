export { ConflictDialog } from './conflict-dialog.tsx'
export { ProblemsPanel } from './problems-panel.tsx'
export { SourcePanel } from './source-panel.tsx'
