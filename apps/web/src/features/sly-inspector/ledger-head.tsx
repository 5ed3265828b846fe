import { SEEN_EARLIER } from '@slyglass/run-log'
import { ChevronDown } from 'lucide-react'
import { classWords, formatDuration, formatTime, PopList, useSlyKeys } from '../../app/public/run-widgets.ts'
import { isRunning, type RunView } from '../../app/public/runs.ts'
import { StateLabel, ToneGlyph } from '../../ui/index.ts'
import { blindSpots, ledgerSentence, searchWords } from './ledger-words.ts'

const NOTHING_SENT = { requests: [], classes: { strong: 0, weak: 0, public: 0, unsearchable: 0 }, occurrences: 0 }

/** The sentence that the whole product is for, how it was found, and what it cannot say. */
export function LedgerHead({ view }: { readonly view?: RunView }) {
  const known = useSlyKeys().length
  const requests = view?.ledger.requests.length ?? 0
  const sentence = ledgerSentence(view?.ledger ?? NOTHING_SENT, view?.ledger.keys.size ?? known)
  return (
    <header className="sly-head">
      {view?.started === undefined ? null : <RunLine view={view} />}
      <div className="sly-claim">
        <h1 className="sly-sentence">
          {sentence.counts}
          <span data-tone={sentence.tone}>{sentence.occurrences}</span>
        </h1>
        {sentence.of === undefined ? null : <p className="sly-of">{sentence.of}</p>}
        {view === undefined ? null : <BlindSpots view={view} />}
      </div>
      {view === undefined ? null : (
        <p className="sly-how">
          {requests === 0 ? null : <strong>{classWords(view.ledger.classes)}</strong>}
          <span className="text-2">{searchWords(view.ledger, view.trace)}</span>
        </p>
      )}
      <Leaks {...(view === undefined ? {} : { view })} />
    </header>
  )
}

function BlindSpots({ view }: { readonly view: RunView }) {
  return (
    <PopList
      trigger={(target) => (
        <button type="button" className="button button-quiet button-small" {...target}>
          What this can’t see
          <ChevronDown className="icon icon-xs" aria-hidden="true" />
        </button>
      )}
    >
      {() => (
        <ul className="sly-blind" aria-label="What this can’t see">
          {blindSpots(view.ledger, view.trace).map((spot) => (
            <li key={spot}>{spot}</li>
          ))}
        </ul>
      )}
    </PopList>
  )
}

export function RunLine({ view }: { readonly view: RunView }) {
  const { started, finished } = view
  if (started === undefined) return null
  const now = Date.now()
  return (
    <p className="sly-run">
      <StateLabel state={isRunning(view) ? 'running' : (finished?.outcome ?? 'cancelled')} />
      <span className="truncate">“{started.message}”</span>
      <span className="text-3 sly-when">
        {finished === undefined
          ? `started ${formatTime(started.at, now)}`
          : `finished ${formatTime(finished.at, now)}, ${formatDuration(finished.at - started.at)}`}
      </span>
    </p>
  )
}

type Leak = RunView['ledger']['leaks'][number]

/** Values that turned up in something about to be written down and were masked, and those that were there before they were private. */
export function Leaks({ view }: { readonly view?: RunView }) {
  const leaks = view?.ledger.leaks ?? []
  const isLate = ({ where }: Leak) => where.endsWith(SEEN_EARLIER)
  return (
    <>
      <LeakLine title="Masked before it was written down" leaks={leaks.filter((leak) => !isLate(leak))} />
      <LeakLine title="Written before it was private, and still readable" leaks={leaks.filter(isLate)} />
    </>
  )
}

function LeakLine({ title, leaks }: { readonly title: string; readonly leaks: readonly Leak[] }) {
  if (leaks.length === 0) return null
  const keys = [...new Set(leaks.map(({ key }) => key))].join(', ')
  const places = [...new Set(leaks.map(({ where }) => where.replace(SEEN_EARLIER, '')))].join(', ')
  return (
    <p className="sly-leaks">
      <ToneGlyph tone="wait" className="icon icon-s" />
      <span>
        {title}: <span className="mono">{keys}</span> in {places}.
      </span>
    </p>
  )
}
