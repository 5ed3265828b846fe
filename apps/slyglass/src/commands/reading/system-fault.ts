// What the system refused, in words for people.

interface SystemFault {
  readonly code: string
  readonly path?: string
  readonly dest?: string
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written. Check its permissions',
  EPERM: 'may not be read or written. Check its permissions',
  ENOENT: 'is not there, or the folder that it lies in is not',
  ENOTDIR: 'lies in something that is no folder',
  EISDIR: 'is a folder, where a file is wanted',
  EEXIST: 'is there already',
  EROFS: 'lies where nothing can be written',
  ENOSPC: 'does not fit: the disk is full',
  ENAMETOOLONG: 'is too long a name',
  ELOOP: 'is a link in a circle',
  EMFILE: 'cannot be opened: too many files are open',
}

/** True for faults of the system, such as a file that may not be written; our own mistakes are none. */
export function isSystemFault(cause: unknown): cause is SystemFault {
  return cause instanceof Error && typeof (cause as { code?: unknown }).code === 'string' && 'syscall' in cause
}

/** One sentence about it. */
export function systemFaultText(cause: unknown, path?: string): string {
  if (!isSystemFault(cause)) return cause instanceof Error ? cause.message : String(cause)
  const what = path ?? cause.dest ?? cause.path ?? 'A file'
  const word = WORDS[cause.code]
  return word === undefined ? `${what}: ${(cause as unknown as Error).message}.` : `${what} ${word}.`
}
