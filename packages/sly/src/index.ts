export type { SlyChange, SlyDiff, SlyKeys, SlyMask, SlySealed, SlySearch, SlyVault } from './contract.ts'
export { type Crossing, crossBoundary } from './cross-boundary.ts'
export { type Merge, type MergeConflict, mergeValues, type Slot } from './merge.ts'
export { createVault, type VaultOptions } from './vault.ts'
