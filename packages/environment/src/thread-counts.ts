// How many threads a TypeScript host has.

/** The descriptor of the host's first thread; the others follow. */
export const FIRST_THREAD_FD = 4

export interface ThreadCounts {
  /** So many runs have a thread to themselves. A thread takes longer to start than most tools to run, so more runs share them. */
  readonly own: number
  /** So many runs can be at work at the same moment without any that waits for another. */
  readonly most: number
}

export function threadCounts(cores: number): ThreadCounts {
  return { own: Math.min(8, Math.max(4, cores)), most: Math.min(32, Math.max(16, 4 * cores)) }
}
