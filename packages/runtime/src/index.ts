export type { StartOptions } from './begin-run.ts'
export type {
  CodeCell,
  CodeCellInfo,
  CodeEnd,
  CodeFile,
  CodeLanguage,
  CodePlace,
  CodePort,
  CodeTool,
  Media,
  ModelQuestion,
  ShownMedia,
} from './code-ports.ts'
export { createRuntime, type Runtime } from './create-runtime.ts'
export type { FarChat, FarRunRequest } from './far/far-ports.ts'
export { type McpDescription, mcpFacts, mcpNames, meantOf, readMcpServer } from './mcp-server.ts'
export type { McpListener, McpProgram } from './outside-ports.ts'
export type {
  Clock,
  Commit,
  Digests,
  Disposable,
  Draft,
  HookCall,
  HookPort,
  HostCall,
  HostCallInfo,
  HostReply,
  HostUseReply,
  McpAnswer,
  McpPort,
  McpServer,
  McpTool,
  ModelCallRequest,
  ModelCredential,
  ModelPort,
  ModelProvider,
  ModelReply,
  PeerNetwork,
  RemoteAnswer,
  RemoteNetworkPort,
  RequestRecord,
  RunCommand,
  RunRequest,
  RunRow,
  RunStore,
  RunSurroundings,
  RuntimePorts,
  SealedBox,
  SessionUse,
  Skill,
  ToolHostPort,
  ToolSources,
  WireRequest,
} from './ports.ts'
export { Fenced, ModelFailure } from './ports.ts'
export { previewRequest } from './preview-request.ts'
export type { Policy, RecordOptions } from './record-source.ts'
export { requestFromLog } from './request-from-log.ts'
export { restoreVault, sealBoard } from './restore-vault.ts'
export { ENGINE } from './start-record.ts'
