export { type LibsqlRunStore, openRunStore } from './libsql-store.ts'
export type { StoreFailure } from './open-database.ts'
