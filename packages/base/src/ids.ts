declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/** Id of a run: `run_` and 20 characters. */
export type RunId = Branded<'RunId'>
/** Id of a session, one client conversation with its vault: `ses_` and 20 characters. */
export type SessionId = Branded<'SessionId'>
/** Id of an opened project folder: `prj_` and a hash of its real path. */
export type ProjectId = Branded<'ProjectId'>
/** SHA-256 of stored bytes, 64 lower-case hexadecimal digits. */
export type Sha256 = Branded<'Sha256'>
/** A span's id is its path in the run; see `run-log` (`paths.ts`). */
export type SpanId = Branded<'SpanId'>

/** Brands a text that is known to be a run id. */
export const runId = (text: string): RunId => text as RunId
/** Brands a text that is known to be a session id. */
export const sessionId = (text: string): SessionId => text as SessionId
/** Brands a text that is known to be a project id. */
export const projectId = (text: string): ProjectId => text as ProjectId
/** Brands a text that is known to be a SHA-256 digest. */
export const sha256 = (text: string): Sha256 => text as Sha256
/** Brands a text that is known to be a span path. */
export const spanId = (text: string): SpanId => text as SpanId
