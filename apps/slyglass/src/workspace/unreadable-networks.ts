// Networks whose own text cannot be read: the list of a project tells them with the place and the reason, and the others go on.
import { positionAt } from '@slyglass/base'
import { parseDocument } from '@slyglass/hocon'
import type { Diagnostic, ManifestEntry } from '@slyglass/network'
import type { ProjectFiles } from './files.ts'
import type { Project } from './projects.ts'

/** What was found in a text does not change: it is kept by the text's hash. */
const found = new Map<string, Diagnostic | null>()
const KEPT = 2000

/** One diagnostic for each network of the list that has a syntax error; its `at` is in the network's file. */
export async function unreadableNetworks(
  files: Pick<ProjectFiles, 'read'>,
  { root }: Pick<Project, 'root'>,
  networks: readonly ManifestEntry[],
): Promise<readonly Diagnostic[]> {
  const told = await Promise.all(
    networks.map(async ({ file }) => {
      const reply = await files.read(root, file)
      if (!reply.ok) return undefined
      const { hash, text } = reply.value
      const name = `${file} ${hash}`
      const known = found.get(name)
      if (known !== undefined) return known ?? undefined
      if (found.size >= KEPT) found.clear()
      const fault = firstFault(file, text)
      found.set(name, fault ?? null)
      return fault
    }),
  )
  return told.flatMap((one) => one ?? [])
}

function firstFault(file: string, text: string): Diagnostic | undefined {
  const fault = parseDocument(text, 'neuro-san').faults.find(({ severity }) => severity === 'error')
  if (fault === undefined) return undefined
  const { line, column } = positionAt(text, fault.from)
  const message = `${file} cannot be read: line ${line}, column ${column}: ${fault.message}`
  return {
    code: 'unreadable-network',
    severity: 'error',
    message,
    at: { doc: file, from: fault.from, to: fault.to },
    fixes: [],
  }
}
