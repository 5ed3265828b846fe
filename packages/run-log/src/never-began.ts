/** Codes of failures before a tool got to work: the model reads about them, and no result stands anywhere else. */
export const NEVER_BEGAN: ReadonlySet<string> = new Set([
  'class-not-found',
  'constructor',
  'missing-instructions',
  'invalid-arguments',
  'unknown-tool',
  'host-missing',
  'host-lost',
])
