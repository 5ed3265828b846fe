export { findPython, type PythonSearch } from './find-python.ts'
export { type FindToolOptions, findToolSource, type ToolSource } from './find-tool-source.ts'
export type { HostAssets, HostLimits, HostTimes, ToolHostOptions } from './options.ts'
export { createToolHosts, type ToolHosts } from './tool-hosts.ts'
