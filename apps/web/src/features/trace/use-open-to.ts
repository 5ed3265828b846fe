import { useCallback, useState } from 'react'
import type { TraceRow } from './trace-rows.ts'

/** Which rows are closed. A row that is picked elsewhere is opened to. */
export function useOpenTo(rows: readonly TraceRow[], picked: string | undefined) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState(picked)
  const toggle = useCallback((id: string) => {
    setCollapsed((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  if (opened !== picked) {
    setOpened(picked)
    const above = picked === undefined ? [] : rowsAbove(rows, picked)
    if (above.some((id) => collapsed.has(id))) setCollapsed(new Set([...collapsed].filter((id) => !above.includes(id))))
  }
  return { collapsed, toggle, setCollapsed }
}

function rowsAbove(rows: readonly TraceRow[], wanted: string): readonly string[] {
  for (const row of rows) {
    if (row.children.some(({ id }) => id === wanted)) return [row.id]
    const below = rowsAbove(row.children, wanted)
    if (below.length > 0) return [row.id, ...below]
  }
  return []
}
