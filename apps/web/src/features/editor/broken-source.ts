// What keeps tools from loading, at its lines. The server read and tried the files as they are saved.
import type { Diagnostic } from '@slyglass/network'
import { useEffect } from 'react'
import { isToolFile, refreshPreflight } from '../../app/public/project.ts'
import { type Preflight, useStudio } from '../../app/public/studio.ts'
import type { LineTable } from '../../documents/index.ts'

/** Nothing of a text that is not the saved one. */
export function brokenSource(
  preflight: Pick<Preflight, 'tools'> | undefined,
  doc: string,
  lines: Pick<LineTable, 'offsetAt'>,
  isDirty: boolean,
): readonly Diagnostic[] {
  if (isDirty) return []
  const broken = preflight?.tools.flatMap((tool) => tool.broken?.filter(({ file }) => file === doc) ?? []) ?? []
  // Tools that use the same file fail in the same line.
  const each = new Map(broken.map((fault) => [`${fault.line} ${fault.reason}`, fault]))
  return [...each.values()].map(({ line, reason }) => {
    const [from, to] = [1, Number.MAX_SAFE_INTEGER].map((column) => lines.offsetAt({ lineNumber: line, column }))
    const message = `${reason.replace(/\.$/, '')}. The last version of this file that worked is used until it is mended, if there is one.`
    return { code: 'broken-tool', severity: 'error', message, at: { doc, from: from ?? 0, to: to ?? 0 }, fixes: [] }
  })
}

/** Whoever opens a tool's file is told whether it loads. */
export function useTriedSource(doc: string): void {
  const isUntried = useStudio(({ preflight }) => preflight?.tried === false)
  useEffect(() => {
    if (isUntried && isToolFile(doc)) void refreshPreflight()
  }, [doc, isUntried])
}
