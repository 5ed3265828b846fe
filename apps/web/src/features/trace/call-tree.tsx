import type { Trace } from '@slyglass/run-log'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { countOf, type ModelRead, useNow } from '../../app/public/run-widgets.ts'
import { useWidth } from '../../app/public/width.ts'
import { IconButton } from '../../ui/index.ts'
import { type Tick, type TimeRange, ticksOf } from './bar-geometry.ts'
import type { Paces } from './pace.ts'
import { findRows, keepFound } from './row-words.ts'
import { allRows, flattenRows, type PlacedRow, type TraceRow } from './trace-rows.ts'
import { actOfKey } from './tree-keys.ts'
import { rowDomId, TreeRow } from './tree-row.tsx'
import { useOpenTo } from './use-open-to.ts'
import './rows.css'
import { TraceSearch } from './trace-search.tsx'

interface CallTreeProps {
  readonly trace: Trace
  readonly rows: readonly TraceRow[]
  readonly live: boolean
  readonly picked?: string
  readonly paces: Paces
  readonly reads: readonly ModelRead[]
  onPick(row: TraceRow): void
}

const ROW_PX = 24
const TALL_ROW_PX = 42
const NONE: ReadonlySet<string> = new Set()

/** The tree of calls beside their time axis. Only the rows in sight are drawn. */
export function CallTree({ trace, rows, live, picked, paces, reads, onPick }: CallTreeProps) {
  const [words, setWords] = useState('')
  const { collapsed, toggle, setCollapsed } = useOpenTo(rows, picked)
  const found = useMemo(() => findRows(rows, words), [rows, words])
  const finding = words.trim() !== ''
  const placed = useMemo(
    () => (finding ? flattenRows(keepFound(rows, found), NONE) : flattenRows(rows, collapsed)),
    [rows, collapsed, finding, found],
  )
  const now = useNow(live)
  const range = rangeOf(trace, rows, now)
  const ticks = ticksOf(range, range.from, 6)
  const collapseAll = () =>
    setCollapsed(new Set(allRows(rows).flatMap((row) => (row.children.length > 0 ? [row.id] : []))))
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actOfKey(
      event.key,
      placed,
      placed.findIndex(({ row }) => row.id === picked),
    )
    if (act === undefined) return
    event.preventDefault()
    if (act.kind === 'toggle') toggle(act.id)
    else if (act.kind === 'collapse-all') collapseAll()
    else if (act.kind === 'expand-all') setCollapsed(NONE)
    else pickAt(act.index)
  }
  const pickAt = (index: number) => {
    const row = placed[index]?.row
    if (row !== undefined) onPick(row)
  }
  return (
    <section className="pane trace-tree" aria-label="Calls over time" data-region>
      <div className="trace-find">
        <TraceSearch label="Find in trace" hint="Find in calls" words={words} onWords={setWords} />
        {finding ? <output className="meta text-3">{countOf(found.size, 'row')} found</output> : null}
        <IconButton label="Collapse all" keys="[" onClick={collapseAll}>
          <ChevronsDownUp className="icon icon-s" />
        </IconButton>
        <IconButton label="Expand all" keys="]" onClick={() => setCollapsed(NONE)}>
          <ChevronsUpDown className="icon icon-s" />
        </IconButton>
      </div>
      <Axis ticks={ticks} />
      <Rows
        placed={placed}
        found={found}
        range={range}
        ticks={ticks}
        now={now}
        paces={paces}
        reads={reads}
        onKey={onKey}
        onToggle={toggle}
        onPick={onPick}
        {...(picked === undefined ? {} : { picked })}
      />
    </section>
  )
}

function rangeOf(trace: Trace, rows: readonly TraceRow[], now: number): TimeRange {
  const root = trace.root === undefined ? undefined : trace.spans.get(trace.root)
  const from = root?.startedAt ?? rows[0]?.startedAt ?? now
  return { from, to: Math.max(from + 1, root?.finishedAt ?? now) }
}

function Axis({ ticks }: { readonly ticks: readonly Tick[] }) {
  return (
    <div className="trace-row trace-axis" aria-hidden="true">
      <span className="trace-name">Call</span>
      <span className="trace-wave">
        {ticks.map((tick) => (
          <span key={tick.text} style={{ left: `${tick.left}%` }}>
            {tick.text}
          </span>
        ))}
      </span>
      <span className="trace-took">Took</span>
    </div>
  )
}

interface RowsProps {
  readonly placed: readonly PlacedRow[]
  readonly found: ReadonlySet<string>
  readonly range: TimeRange
  readonly ticks: readonly Tick[]
  readonly now: number
  readonly paces: Paces
  readonly reads: readonly ModelRead[]
  readonly picked?: string
  onKey(event: KeyboardEvent): void
  onToggle(id: string): void
  onPick(row: TraceRow): void
}

function Rows({ placed, found, range, ticks, now, paces, reads, picked, onKey, onToggle, onPick }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const tall = useWidth() === 'phone'
  const virtual = useVirtualizer({
    count: placed.length,
    getScrollElement: () => box.current,
    estimateSize: () => (tall ? TALL_ROW_PX : ROW_PX),
    getItemKey: (index) => placed[index]?.row.id ?? index,
    overscan: 10,
  })
  // Rows that are there already keep their height until they are measured anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width is what changes it
  useLayoutEffect(() => virtual.measure(), [tall])
  const index = placed.findIndex(({ row }) => row.id === picked)
  const drawn = virtual.getVirtualItems().some((item) => item.index === index)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (index < 0 || shown.current === picked) return
    shown.current = picked
    virtual.scrollToIndex(index, { align: 'auto' })
  }, [index, picked, virtual])
  return (
    <div
      ref={box}
      role="tree"
      aria-label="Calls"
      className="trace-rows"
      tabIndex={0}
      aria-activedescendant={drawn && picked !== undefined ? rowDomId(picked) : undefined}
      onKeyDown={onKey}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        <div className="trace-grid" aria-hidden="true">
          {ticks.map((tick) => (
            <i key={tick.text} style={{ left: `${tick.left}%` }} />
          ))}
        </div>
        {virtual.getVirtualItems().map((item) => {
          const at = placed[item.index]
          return at === undefined ? null : (
            <TreeRow
              key={item.key}
              placed={at}
              top={item.start}
              picked={at.row.id === picked}
              found={found.has(at.row.id)}
              range={range}
              now={now}
              paces={paces}
              reads={reads}
              onToggle={onToggle}
              onPick={onPick}
            />
          )
        })}
      </div>
    </div>
  )
}
