export { type FormatFailure, type FormatOptions, formatEdits, formatText } from './format.ts'
