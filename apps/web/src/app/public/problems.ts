// Everything that is to be said about the open network, from its text and from what is missing on this machine.
import type { Diagnostic, Severity } from '@slyglass/network'
import { useMemo } from 'react'
import { type StudioState, useStudio } from './studio.ts'
import { stillHolds } from './tool-sources.ts'

/** From the gravest on. */
export const ORDER: readonly Severity[] = ['error', 'warning', 'hint']

export function useProblems(): readonly Diagnostic[] {
  const diagnostics = useStudio((state) => state.diagnostics)
  const preflight = useStudio((state) => state.preflight)
  const network = useStudio((state) => state.network)
  return useMemo(() => problemsOf({ diagnostics, preflight, network }), [diagnostics, preflight, network])
}

export function problemsOf({
  diagnostics,
  preflight,
  network,
}: Pick<StudioState, 'diagnostics' | 'preflight' | 'network'>): readonly Diagnostic[] {
  const tools = preflight?.tools.filter((tool) => stillHolds(tool, network)) ?? []
  const missing = tools.flatMap((tool) => tool.diagnostic ?? [])
  const all = distinctProblems([...diagnostics, ...missing, ...(preflight?.script ?? [])])
  return [...all].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
}

/** The same of the same place is said once, however many parts of a broken text lead to it. */
export function distinctProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(problems.map((problem) => [problemKey(problem), problem])).values()]
}

export const problemKey = ({ at, code, entry, message }: Diagnostic): string =>
  `${at.doc} ${at.from} ${code} ${entry ?? ''} ${message}`

/** Problems by the entry they are about. */
export function problemsByEntry(problems: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>()
  for (const problem of problems) {
    if (problem.entry === undefined) continue
    found.set(problem.entry, [...(found.get(problem.entry) ?? []), problem])
  }
  return found
}
