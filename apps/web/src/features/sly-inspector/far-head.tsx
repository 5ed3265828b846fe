import { hostOf } from '../../app/public/far.ts'
import { countOf, useSlyKeys } from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { farSentence } from './far-words.ts'
import { Leaks, RunLine } from './ledger-head.tsx'

/** Of a running server: what went there and what came back. What its models were sent is not known here, so nothing is claimed. */
export function FarHead({ view, address }: { readonly view?: RunView; readonly address: string }) {
  const known = useSlyKeys().length
  const host = hostOf(address)
  return (
    <header className="sly-head">
      {view?.started === undefined ? null : <RunLine view={view} />}
      <div className="sly-claim">
        <h1 className="sly-sentence">
          {view === undefined ? `${countOf(known, 'private value')} for ${host}` : farSentence(view.ledger, host)}
        </h1>
      </div>
      <p className="sly-how">
        <span className="text-2">
          Requests to models are made by {host} and cannot be seen from here, so nothing can be said about what is in
          them. What its tools read is not told either.
        </span>
      </p>
      <Leaks {...(view === undefined ? {} : { view })} />
    </header>
  )
}
