export { LogBuilder, SOME_SHA, startedDraft } from './log-builder.ts'
export { choicesArbitrary, randomLog } from './random-log.ts'
