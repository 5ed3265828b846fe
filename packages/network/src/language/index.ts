export {
  type CodeAction,
  type Completion,
  type Fold,
  foldsOf,
  formatEdits,
  formatText,
  type Hover,
  type Inlay,
  inlaysOf,
  selectionsAt,
  toggleComments,
} from '@slyglass/hocon/language'
export { type FileKind, fileKindOf, schemaOf } from '../schema/file-kinds.ts'
export { actionsAt } from './actions.ts'
export { coloursOf, type NetworkColour } from './colours.ts'
export { completeAt } from './complete.ts'
export { diagnosticsOf } from './diagnostics.ts'
export { definitionAt, hoverAt, type NetworkHover, referencesAt, renameRange } from './navigate.ts'
export { type NetworkOutlineItem, outlineOf } from './outline.ts'
export { renameAt } from './rename.ts'
export { privateKeysOf, type Thing, type ThingKind, thingAt } from './things.ts'
export { diagnoseToolSource } from './tool-source.ts'
export { type KnownClass, type LanguageInput, NetworkView } from './view.ts'
