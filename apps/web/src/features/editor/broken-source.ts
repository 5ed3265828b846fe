// What keeps a tool's own file from being read, at its line. The server read the file as it is saved.
import type { Diagnostic } from '@slyglass/network'
import type { Preflight } from '../../app/public/studio.ts'
import type { LineTable } from '../../documents/index.ts'

/** Nothing of a text that is not the saved one. */
export function brokenSource(
  preflight: Pick<Preflight, 'tools'> | undefined,
  doc: string,
  lines: Pick<LineTable, 'offsetAt'>,
  isDirty: boolean,
): readonly Diagnostic[] {
  const broken = isDirty ? undefined : preflight?.tools.find((tool) => tool.file === doc && tool.broken)?.broken
  if (broken === undefined) return []
  const [from, to] = [1, Number.MAX_SAFE_INTEGER].map((column) => lines.offsetAt({ lineNumber: broken.line, column }))
  const message = `${broken.reason}. The last version of this file that worked is used until it is mended, if there is one.`
  return [{ code: 'broken-tool', severity: 'error', message, at: { doc, from: from ?? 0, to: to ?? 0 }, fixes: [] }]
}
