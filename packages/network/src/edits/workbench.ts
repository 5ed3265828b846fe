// What the planning of an edit works with: the network as read, the texts, and their trees.
import type { Result } from '@slyglass/base'
import type { DocumentEdit } from '../model.ts'
import type { EntrySource, NetworkInput, NetworkSource } from '../network-source.ts'
import { DocumentTrees } from './document-trees.ts'

/** Why an edit cannot be made. */
export interface EditFailure {
  readonly code: string
  readonly message: string
}

/** One way to make the change. Ways are tried in order until one turns out to do exactly what was asked. */
export type Plan = readonly DocumentEdit[]
export type Plans = Result<readonly Plan[], EditFailure>

export class Workbench extends DocumentTrees {
  readonly input: NetworkInput
  readonly source: NetworkSource

  constructor(input: NetworkInput, source: NetworkSource) {
    super(input.texts)
    this.input = input
    this.source = source
  }

  entry(name: string): EntrySource | undefined {
    return this.source.entries.find(({ entry }) => entry.name === name)
  }
}

/** Each edit once. */
export function distinct(edits: readonly DocumentEdit[]): Plan {
  const seen = new Set<string>()
  return edits.filter(({ doc, from, to, text }) => {
    const id = JSON.stringify([doc, from, to, text])
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}
