export { ProblemsPanel } from './problems-panel.tsx'
export { SaveConflictDialog } from './save-conflict-dialog.tsx'
export { SourcePanel } from './source-panel.tsx'
