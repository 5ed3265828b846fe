export { bareObject } from './bare-object.ts'
export {
  defineClassTool,
  defineModuleTool,
  type ToolClass,
  type ToolMetadata,
  toolOf,
} from './class-tool.ts'
export {
  applyContextOps,
  type ContextOp,
  contextOpsJson,
  readContextOps,
  splitUpdate,
  UPDATE_KEY,
} from './context-ops.ts'
export { ContextUpdate, update } from './context-update.ts'
export {
  type CodeModel,
  type CodeModePayload,
  type CodeTools,
  defineCodeModel,
  defineCodeTools,
} from './define-code.ts'
export {
  defineHook,
  definePrepareTools,
  type HookAnswer,
  type HookFunction,
  type HookPayload,
  type ToolChoice,
  type ToolChoiceAnswer,
  type ToolChoicePayload,
  type ToolChooser,
} from './define-hook.ts'
export {
  defineSelector,
  type SelectorFunction,
  type SelectorPayload,
  type TapeLine,
  type ToldMessage,
} from './define-selector.ts'
export { defineTool, fromNous, isToolDefinition } from './define-tool.ts'
export { describeTool, type ToolDescription } from './describe-tool.ts'
export {
  type CodeHost,
  type CodeRun,
  type Environment,
  type EnvironmentProgram,
  joinWorkspace,
  PathRefused,
  type ProgramSignal,
  readStream,
  type SpawnOptions,
} from './environment.ts'
export { type FailureCategory, fail, isToolFail, isToolOk, ok, type ToolFail, type ToolOk } from './outcome.ts'
export { debugForm, plainJson } from './plain-json.ts'
export { modelText, readReturn, type ToolReturn } from './read-return.ts'
export { freezeDeep, NotRendered, readTool, runTool, startTool, toolArguments } from './run-tool.ts'
export type { JsonSchema, SchemaObject } from './standard-schema.ts'
export type { CalledTool, PastMessage, ToolContext, ToolTape, UsageSoFar } from './tool-context.ts'
export type {
  Health,
  RateLimit,
  ToolCache,
  ToolCategory,
  ToolDefinition,
  ToolExposure,
  ToolOptions,
} from './tool-definition.ts'
