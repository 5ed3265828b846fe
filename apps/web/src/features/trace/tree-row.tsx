import {
  Box,
  ChevronDown,
  ChevronRight,
  Eye,
  FileWarning,
  Hand,
  List,
  RotateCw,
  Shield,
  SquareTerminal,
  Timer,
  TimerOff,
} from 'lucide-react'
import type { CSSProperties } from 'react'
import {
  formatDuration,
  formatElapsed,
  MaskedLine,
  type ModelRead,
  readWords,
  spokenLine,
  ToolGlyph,
  toneOfReads,
} from '../../app/public/run-widgets.ts'
import { FrontManGlyph, SlyCount, StateGlyph, toneOfState } from '../../ui/index.ts'
import { barOf, type TimeRange } from './bar-geometry.ts'
import { type Pace, type Paces, type Speed, speedOf, USUAL, workedFor } from './pace.ts'
import { readsOfRow, rowReadWords } from './row-reads.ts'
import { argsOfRow, badgesOfRow, factOf, rowLabel } from './row-words.ts'
import type { PlacedRow, TraceRow } from './trace-rows.ts'

interface TreeRowProps {
  readonly placed: PlacedRow
  readonly top: number
  readonly picked: boolean
  readonly found: boolean
  readonly range: TimeRange
  readonly now: number
  readonly paces: Paces
  readonly reads: readonly ModelRead[]
  onToggle(id: string): void
  onPick(row: TraceRow): void
}

/** The id under which the tree names its active row. */
export const rowDomId = (id: string) => `row-${id}`

/** One row: glyph, name, fact, private values, trouble; its bar; how long it took. */
export function TreeRow({ placed, top, picked, found, range, now, paces, reads, onToggle, onPick }: TreeRowProps) {
  const { row, depth, position, siblings, expanded } = placed
  const bar = barOf(row, range, now)
  const Turner = expanded ? ChevronDown : ChevronRight
  const speed = speedOf(workedFor(row), paces.get(row.name))
  const told = readsOfRow(row, reads)
  const args = argsOfRow(row)
  const fact = factOf(row)
  const toneOfRead = toneOfReads(told)
  return (
    // Keys belong to the tree, which holds the focus for all its rows.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={rowDomId(row.id)}
      role="treeitem"
      aria-label={[rowLabel(row), ...told.map(readWords), ...(speed === 'fine' ? [] : [speed])].join(', ')}
      {...(args === '' ? {} : { 'aria-description': spokenLine(args) })}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={picked}
      {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
      className="trace-row"
      data-found={found}
      style={{ transform: `translateY(${top}px)`, '--depth': depth } as CSSProperties}
      onClick={() => onPick(row)}
      onDoubleClick={() => (expanded === undefined ? undefined : onToggle(row.id))}
    >
      <span className="trace-name" aria-hidden="true">
        <Guides depth={depth} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for what → and ← do */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
        <span
          className="trace-turner"
          onClick={(event) => {
            if (expanded === undefined) return
            event.stopPropagation()
            onToggle(row.id)
          }}
        >
          {expanded === undefined ? null : <Turner className="icon icon-xs" />}
        </span>
        <RowGlyph row={row} />
        <span className="trace-label" data-strong={row.kind === 'tool' || row.kind === 'front man'}>
          {row.name}
        </span>
        {fact === '' ? null : <span className="trace-fact">{fact}</span>}
        {badgesOfRow(row).map((badge) => (
          <span key={badge.text} className="tag" title={badge.why}>
            {badge.text}
          </span>
        ))}
        <span className="trace-args" title={args}>
          <MaskedLine text={args} />
        </span>
        {row.sly.keys.length > 0 ? <SlyCount count={row.sly.keys.length} word={row.sly.word} /> : null}
        <ReadMark tone={toneOfRead} words={rowReadWords(row, told)} />
        {row.state === 'ok' ? null : (
          <span className="state" data-tone={toneOfState(row.state)}>
            <StateGlyph state={row.state} className="icon icon-xs" />
          </span>
        )}
      </span>
      <span className="trace-wave" aria-hidden="true">
        {bar === undefined ? null : (
          <>
            <i
              className="trace-bar"
              data-shape={bar.shape}
              data-read={toneOfRead}
              style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
            />
            <BarWord row={row} left={bar.left + bar.width} />
          </>
        )}
      </span>
      <TookCell row={row} now={now} speed={speed} pace={paces.get(row.name) ?? USUAL} />
    </div>
  )
}

interface ReadMarkProps {
  readonly tone: ReturnType<typeof toneOfReads>
  readonly words: string
}

/** A private value went to a model here. */
function ReadMark({ tone, words }: ReadMarkProps) {
  if (tone === undefined) return null
  return (
    <span className="state" data-tone={tone} title={words}>
      <Eye className="icon icon-xs" />
    </span>
  )
}

interface TookCellProps {
  readonly row: TraceRow
  readonly now: number
  readonly speed: Speed
  readonly pace: Pace
}

/** How long it took; a tool that took longer than it is meant to says so by a glyph and a hue. */
function TookCell({ row, now, speed, pace }: TookCellProps) {
  const took =
    row.finishedAt === undefined ? formatElapsed(now - row.startedAt) : formatDuration(row.finishedAt - row.startedAt)
  if (speed === 'fine')
    return (
      <span className="trace-took" aria-hidden="true">
        {took}
      </span>
    )
  const words =
    speed === 'slow'
      ? `Slow: above its target of ${formatDuration(pace.targetMs)}.`
      : `Very slow: above the ${formatDuration(pace.maxMs)} that it may take.`
  const Glyph = speed === 'slow' ? Timer : TimerOff
  return (
    <span className="trace-took" aria-hidden="true" data-tone={speed === 'slow' ? 'wait' : 'fail'} title={words}>
      <Glyph className="icon icon-xs" />
      {took}
    </span>
  )
}

function Guides({ depth }: { readonly depth: number }) {
  return Array.from({ length: depth }, (_, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a guide is its level
    <i key={level} className="trace-guide" style={{ left: `${14 + level * 16}px` }} />
  ))
}

/** Trouble is said in words beside its bar, where there is room for them. */
function BarWord({ row, left }: { readonly row: TraceRow; readonly left: number }) {
  const failure = row.spans.find((span) => span.failure !== undefined)?.failure
  if (left > 80 || row.children.length > 0) return null
  if (row.state !== 'failed' && row.state !== 'denied' && row.state !== 'cancelled') return null
  const word = row.state === 'failed' ? (failure?.code ?? 'failed').replaceAll('-', ' ') : row.state
  return (
    <span className="trace-bar-word" data-tone={toneOfState(row.state)} style={{ left: `calc(${left}% + 5px)` }}>
      {word}
    </span>
  )
}

function RowGlyph({ row }: { readonly row: TraceRow }) {
  const className = 'icon icon-s'
  switch (row.kind) {
    case 'front man':
      return <FrontManGlyph className={className} />
    case 'tool':
      return <ToolGlyph kind={row.toolKind ?? 'unknown'} className={className} />
    case 'model':
      return <Box className={className} />
    case 'attempt':
      return <RotateCw className={className} />
    case 'batch':
      return <List className={className} />
    case 'validation':
      return <FileWarning className={className} />
    case 'hook':
      return <Shield className={className} />
    case 'approval':
      return <Hand className={className} />
    case 'command':
      return <SquareTerminal className={className} />
    case 'run':
    case 'agent':
      return <ToolGlyph kind="agent" className={className} />
  }
}
