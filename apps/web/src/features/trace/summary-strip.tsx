import type { SlyLedger } from '@slyglass/run-log'
import { ChevronsUpDown, PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { hostOf, useFarAddress } from '../../app/public/far.ts'
import { formatCount, PopList, scanClaim, shortId, Took } from '../../app/public/run-widgets.ts'
import { isInterrupted, isRunning, type RunView } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { IconButton, StateLabel, type StateWord, ToneGlyph } from '../../ui/index.ts'
import { figuresOf } from './row-words.ts'
import { RunsList } from './runs-rail.tsx'
import { SaveRun } from './save-run.tsx'

interface SummaryProps {
  readonly view?: RunView
  readonly rail: boolean
  /** Absent where there is no room for the list beside the tree. */
  readonly onRail?: (shown: boolean) => void
}

/** Which run this is and its figures; the last one leads to the ledger. */
export function SummaryStrip({ view, rail, onRail }: SummaryProps) {
  return (
    <header className="trace-summary">
      {onRail === undefined ? null : (
        <IconButton
          label={rail ? 'Hide runs' : 'Show runs'}
          aria-pressed={rail}
          onClick={() => onRail(!rail)}
          className="trace-rail-button"
        >
          <PanelLeft className="icon" />
        </IconButton>
      )}
      {rail ? null : <RunPicker {...(view === undefined ? {} : { view })} />}
      {view?.started === undefined ? null : <Figures view={view} />}
      {view === undefined ? null : <SaveRun key={view.run} view={view} />}
    </header>
  )
}

function RunPicker({ view }: { readonly view?: RunView }) {
  return (
    <PopList
      trigger={(target) => (
        <button type="button" className="button mono" {...target}>
          {view === undefined ? 'Runs' : shortId(view.run)}
          <ChevronsUpDown className="icon icon-xs text-3" aria-hidden="true" />
        </button>
      )}
    >
      {(close) => <RunsList onOpen={close} />}
    </PopList>
  )
}

function Figures({ view }: { readonly view: RunView }) {
  const figures = figuresOf(view.trace)
  const { usage, ledger } = view
  const tokens = usage.promptTokens + usage.completionTokens
  const far = useFarAddress()
  return (
    <>
      <StateLabel state={stateOf(view)} {...(isInterrupted(view) ? { text: 'interrupted' } : {})} />
      <Stat what={view.started?.model.label ?? ''} gives>
        <Took startedAt={figures.startedAt} finishedAt={figures.finishedAt} live={isRunning(view)} />
      </Stat>
      {far === undefined ? (
        <Stat what={usage.requests === 1 ? 'model request' : 'model requests'}>{formatCount(usage.requests)}</Stat>
      ) : (
        <span className="text-2">As {hostOf(far)} told it: requests to its models are not told.</span>
      )}
      <Stat
        what={`${figures.toolCalls === 1 ? 'tool call' : 'tool calls'}${figures.retried > 0 ? `, ${figures.retried} retried` : ''}`}
      >
        {formatCount(figures.toolCalls)}
      </Stat>
      {far === undefined ? (
        <>
          <Stat what="tokens">{formatCount(tokens)}</Stat>
          <Occurrences ledger={ledger} />
        </>
      ) : null}
    </>
  )
}

function stateOf(view: RunView): StateWord {
  if (isRunning(view)) return 'running'
  return view.finished?.outcome ?? 'cancelled'
}

function Stat({
  what,
  gives = false,
  children,
}: {
  readonly what: string
  /** Its words are cut where the others have no room. */
  readonly gives?: boolean
  readonly children: ReactNode
}) {
  return (
    <span className="trace-stat" data-gives={gives} {...(gives ? { title: what } : {})}>
      <b>{children}</b>
      <span>{what}</span>
    </span>
  )
}

function Occurrences({ ledger }: { readonly ledger: SlyLedger }) {
  const set = useStudio((state) => state.set)
  const { occurrences, nothing = occurrences, of, tone } = scanClaim(ledger.classes, ledger.occurrences)
  return (
    <button type="button" className="trace-occurrences" data-tone={tone} onClick={() => set({ view: 'sly' })}>
      <ToneGlyph tone={tone} />
      <span className="trace-stat">
        <b>{ledger.requests.length === 0 ? 'nothing searched yet' : nothing}</b>
        {ledger.requests.length === 0 ? null : <span>{of}</span>}
      </span>
    </button>
  )
}
