export type { SlyDiff, SlyVault } from './contract.ts'
