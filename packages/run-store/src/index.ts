export { type LibsqlRunStore, openRunStore } from './libsql-store.ts'
export { type MasterKeyFailure, readMasterKey } from './master-key.ts'
export type { StoreFailure } from './open-database.ts'
export { createSessionKeys, type SessionKeys, unwrapSessionKeys } from './session-keys.ts'
