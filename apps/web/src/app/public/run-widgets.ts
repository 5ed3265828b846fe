// Pieces that several views of a run show in the same way.

export { cutLine, spokenLine, summariseArgs } from '../runs/args-line.ts'
export { type Badge, badgesOf } from '../runs/badges.ts'
export { BothSides } from '../runs/both-sides.tsx'
export { type CallSides, callerOf, callSides, madeByPerson, type SlyWrite } from '../runs/call-sides.ts'
export { callsOf, triesOf } from '../runs/calls.ts'
export { useNow } from '../runs/clock.ts'
export {
  countOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatElapsed,
  formatTime,
  shortId,
  shortPrint,
} from '../runs/figures.ts'
export { splitMasks } from '../runs/json-tokens.ts'
export { JsonView, MaskedLine, MaskedText, TextView } from '../runs/json-view.tsx'
export { ModelReadLines } from '../runs/model-read-lines.tsx'
export { readAdvice, readWords, toneOfReads } from '../runs/model-read-words.ts'
export { keysRead, type ModelRead, modelReads, readsOfCall, readsOfRequests } from '../runs/model-reads.ts'
export { PopList } from '../runs/pop-list.tsx'
export { valuesOf } from '../runs/private-values.ts'
export { PrivateValuesDialog } from '../runs/private-values-dialog.tsx'
export { NoKeysRead, ReadChip, ReadKeys, ValueChip } from '../runs/read-keys.tsx'
export { outlineRequest, type RequestOutline } from '../runs/request-messages.ts'
export { type RequestText, readRequest, useRequestText } from '../runs/request-text.ts'
export { ResultViews, wholeResult } from '../runs/result-views.tsx'
export { type Reveal, type Revealed, useReveal } from '../runs/reveal.ts'
export { runHref, showEntry, showSpan } from '../runs/run-links.ts'
export { classWords, scanClaim } from '../runs/scan-words.ts'
export { useSlyDraft, useSlyKeys } from '../runs/sly-keys.ts'
export { type SlyUse, slyUseOf } from '../runs/sly-use.ts'
export { Took } from '../runs/took.tsx'
export { TOOL_WORDS, ToolGlyph } from '../runs/tool-glyph.tsx'
