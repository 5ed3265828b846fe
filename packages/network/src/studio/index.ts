export { commandCallers } from './command-callers.ts'
export { isCommandPrefix, PREFIX_RULE } from './command-prefix.ts'
export { functionHook } from './function-hook.ts'
export { layOver } from './lay-over.ts'
export type {
  HookEvent,
  HookRule,
  MockRule,
  PermissionRules,
  RateLimitRule,
  RetryCause,
  SessionRules,
  Studio,
  ToolCategory,
  ToolSettings,
} from './model.ts'
export type { EnvironmentKind, EnvironmentRules, SandboxWish } from './read-environment.ts'
export { readStudio, studioOf } from './read-studio.ts'
export type { CodeModeRules, TapeRules } from './read-surfaces.ts'
export { readToolSettings } from './read-tool-settings.ts'
export { type StudioKey, studioPlaces } from './studio-places.ts'
export { STUDIO_TOOLS } from './studio-tools.ts'
export { TODO_TOOL_NAMES } from './todo-names.ts'
