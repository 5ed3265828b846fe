// Files that the program which started this one had left open. Every child would get them, tools too, so they are closed first.
import { closeSync, readdirSync, readFileSync } from 'node:fs'

/** How Linux writes, in octal, that a descriptor goes to no child. Node gives it to all of its own. */
const CLOSED_FOR_CHILDREN = 0o2000000n
const FIRST_OTHER = 3

/**
 * Closes what was handed on, beside the three standard streams and what a word of the command line names (`@/dev/fd/63`).
 * Only Linux tells which descriptors these are; elsewhere nothing is closed.
 */
export function closeInheritedFiles(words: readonly string[]): void {
  const named = new Set(words.flatMap((word) => /\/fd\/(\d+)$/.exec(word)?.[1] ?? []))
  for (const name of descriptors()) {
    if (Number(name) < FIRST_OTHER || named.has(name) || !isHandedOn(name)) continue
    try {
      closeSync(Number(name))
    } catch {
      // It is closed already.
    }
  }
}

function descriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd')
  } catch {
    return []
  }
}

function isHandedOn(descriptor: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags !== undefined && (BigInt(`0o${flags}`) & CLOSED_FOR_CHILDREN) === 0n
  } catch {
    return false
  }
}
