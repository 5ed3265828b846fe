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
  ELOOP: 'is a link that leads to itself',
  EMFILE: 'cannot be opened: too many files are open',
}

/** The run database names no file and no call of the system; extended codes begin with these. */
const STORE_WORDS: readonly (readonly [code: string, word: string])[] = [
  ['SQLITE_BUSY', 'is held by another program. Wait until it is done, or end it, and try again'],
  ['SQLITE_FULL', 'does not fit: the disk is full. Make room and try again'],
  ['SQLITE_READONLY', 'cannot be written. Check its permissions and its disk'],
  ['SQLITE_IOERR', 'cannot be read or written. Check the disk'],
  ['SQLITE_CANTOPEN', 'cannot be opened. Check its permissions'],
]

const storeWord = (code: string): string | undefined => STORE_WORDS.find(([name]) => code.startsWith(name))?.[1]

/** True for faults of the system, such as a file that may not be written; our own mistakes are none. */
export function isSystemFault(cause: unknown): cause is SystemFault {
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' && ('syscall' in cause || storeWord(code) !== undefined)
}

/** Why a path that is there cannot be looked at, by the code of the system. */
export function unreadableText(path: string, code: unknown): string {
  if (code === 'ELOOP') return `${path} is a link that leads to itself. Name what it is meant to lead to.`
  return `${path} may not be read (${String(code)}). Check its permissions.`
}

/** One sentence about it. */
export function systemFaultText(cause: unknown, path?: string): string {
  if (!isSystemFault(cause)) return cause instanceof Error ? cause.message : String(cause)
  const ofStore = storeWord(cause.code)
  if (ofStore !== undefined) return `The run database ${ofStore}.`
  const what = path ?? cause.dest ?? cause.path ?? 'A file'
  const word = WORDS[cause.code]
  return word === undefined ? `${what}: ${(cause as unknown as Error).message}.` : `${what} ${word}.`
}
