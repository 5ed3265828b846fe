// One diagnostic of a network as a line: where it is, as editors and terminals link it, and what it says.
import type { Diagnostic } from '@slyglass/network'
import type { ReadNetwork } from './networks.ts'

/** `file:line:column: message`, from the texts that the network was read from. */
export function faultText({ documents }: Pick<ReadNetwork, 'documents'>, { at, message }: Diagnostic): string {
  const text = documents.find(({ path }) => path === at.doc)?.text
  if (text === undefined) return `${at.doc}: ${message}`
  const before = text.slice(0, at.from).split(/\r\n|\r|\n/)
  return `${at.doc}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${message}`
}
