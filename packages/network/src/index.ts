export { type Moment, readSchedule, type Schedule } from './cron.ts'
export { crossKeys, type KeyCrossing } from './cross-keys.ts'
export { diagnoseScript, type NamingRule } from './diagnose-script.ts'
export { type FieldPiece, type FieldSource, fieldSource, fieldSources, networksUsing } from './edits/field-source.ts'
export { type ManifestEdit, planManifestEdit, type Served } from './edits/manifest-edits.ts'
export { planEdit } from './edits/plan-edit.ts'
export { offlineScriptFile } from './edits/rename-in-script.ts'
export type { EditFailure } from './edits/workbench.ts'
export { forwardsMessages } from './forwards.ts'
export type * from './model.ts'
export { nearNames } from './near-names.ts'
export type { NetworkInput } from './network-source.ts'
export { networkStem } from './network-stem.ts'
export { type OverlayFailure, overlay } from './overlay.ts'
export { ownFields } from './own-fields.ts'
export { fitsTypes, typesOf } from './parameter-types.ts'
export { type InfoKind, infoFile, infoFiles, readInfo } from './read-info.ts'
export { type ManifestInput, type ReadManifest, readManifest } from './read-manifest.ts'
export { readNetwork } from './read-network.ts'
export {
  type CodeModeRules,
  commandCallers,
  type EnvironmentKind,
  type EnvironmentRules,
  functionHook,
  type HookEvent,
  type HookRule,
  isCommandPrefix,
  layOver,
  type MockRule,
  type PermissionRules,
  PREFIX_RULE,
  type RateLimitRule,
  type RetryCause,
  readStudio,
  readToolSettings,
  type SandboxWish,
  type SessionRules,
  STUDIO_TOOLS,
  type Studio,
  type StudioKey,
  studioOf,
  studioPlaces,
  type TapeRules,
  TODO_TOOL_NAMES,
  type ToolCategory,
  type ToolSettings,
} from './studio/index.ts'
export { fromHocon, textFaultCode } from './text-fault.ts'
export { toolNameFault } from './tool-name.ts'
export { properType, sentType } from './type-words.ts'
