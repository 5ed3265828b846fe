export { actionsAt, type CodeAction } from './actions.ts'
export { type Colour, type ColourKind, coloursOf, overlayColours } from './colours.ts'
export { type CommentFailure, toggleComments } from './comments.ts'
export {
  type Completion,
  type CompletionKind,
  type CompletionOptions,
  completionsAt,
  type OfferedName,
} from './complete.ts'
export { definitionAt, type References, referencesAt } from './definition.ts'
export { type Fold, foldsOf, selectionsAt } from './folding.ts'
export { type FormatFailure, type FormatOptions, formatEdits, formatText } from './format.ts'
export { type Hover, type HoverLayer, hoverAt } from './hover.ts'
export { type Inlay, inlaysOf } from './inlay.ts'
export { eachNode, eachToken, intoQuotes } from './leaves.ts'
export { type OutlineItem, type OutlineOptions, outlineOf } from './outline.ts'
export { preview } from './preview.ts'
export { type RenameFailure, renameKey, renameRangeAt } from './rename-key.ts'
export {
  type KeySpec,
  keySpec,
  keysOfShape,
  type SchemaTable,
  type Shape,
  shapeAt,
  specAt,
  type ValueKind,
  type ValueSpec,
} from './schema.ts'
export { fieldsOf, keyOfField, keysOf, pathOfNodes, type Spot, type SpotKind, spotAt } from './spot.ts'
export { type KeySymbol, symbolAt } from './symbols.ts'
export { typedEdits } from './typed.ts'
export { type FoundField, ValueIndex, type ValuePath } from './value-index.ts'
export { HoconView, type Sources } from './view.ts'
