// Arguments that a person writes, for approvals and for running a tool by itself.
export { type ArgumentFault, checkArguments, parametersOf } from '../arguments/check-arguments.ts'
export { readArgumentText } from '../arguments/read-argument-text.ts'
