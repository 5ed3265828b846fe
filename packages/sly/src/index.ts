export type { SlyChange, SlyDiff, SlySearch, SlyVault } from './contract.ts'
