export type * from './ports.ts'
export { Fenced, ModelFailure } from './ports.ts'
