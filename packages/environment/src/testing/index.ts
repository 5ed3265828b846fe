export { type CallOptions, type CallTrace, callTool, projectSources, writeFiles, writeProject } from './call-tool.ts'
export { devAssets, HOST_ENTRIES } from './dev-assets.ts'
export { comesTrue, processesWith, type SeenProcess } from './processes.ts'
export { type CellOptions, type CellTools, type CellTrace, gives, runCell } from './run-cell.ts'
