import { useEffect, useMemo, useState } from 'react'
import {
  formatCount,
  outlineRequest,
  ReadChip,
  readAdvice,
  readRequest,
  showEntry,
  showSpan,
} from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { Button, Callout } from '../../ui/index.ts'
import { type Culprit, findCulprit } from './culprit.ts'
import { hitsOf, type LedgerHit } from './ledger-grid.ts'
import { markOfHit } from './mark-of-hit.ts'

const SHOWN = 5

/** Every occurrence: where it stands, in which form, and which call put it there. */
export function HitCards({ view }: { readonly view: RunView }) {
  const hits = useMemo(() => hitsOf(view.ledger, view.trace), [view.ledger, view.trace])
  if (hits.length === 0) return null
  return (
    <section className="sly-hits" aria-label="Occurrences">
      {hits.slice(0, SHOWN).map((hit) => (
        <HitCard key={`${hit.span} ${hit.hit.key} ${hit.hit.offset}`} view={view} hit={hit} />
      ))}
      {hits.length > SHOWN ? (
        <p className="text-2">{hits.length - SHOWN} more in the ledger below; each red figure leads to its request.</p>
      ) : null}
    </section>
  )
}

function HitCard({ view, hit }: { readonly view: RunView; readonly hit: LedgerHit }) {
  const culprit = useCulprit(view, hit)
  const { key, form, offset, strength } = hit.hit
  return (
    <Callout
      tone="fail"
      title={
        <>
          <span className="mono">{key}</span> in request #{hit.request}
        </>
      }
      actions={
        <>
          <Button small onClick={() => showSpan(view.run, hit.span, 'trace')}>
            Show in request
          </Button>
          {culprit?.call === undefined ? null : <CulpritButtons view={view} call={culprit.call} />}
        </>
      }
    >
      <p>
        As {form}, byte {formatCount(offset)}
        {culprit === undefined ? '' : `, message ${culprit.message}`}
        {strength === 'weak' ? '; a weak value, so this may be chance' : ''}.{' '}
        {culprit === undefined ? null : <>Put there by {culprit.words}. </>}
        {strength === 'weak' ? null : (
          <>
            The model read the value itself; in this record it reads <ReadChip name={key} />.{' '}
          </>
        )}
        {culprit?.call === undefined ? null : readAdvice(culprit.call.name)}
      </p>
    </Callout>
  )
}

function CulpritButtons({ view, call }: { readonly view: RunView; readonly call: NonNullable<Culprit['call']> }) {
  return (
    <>
      <Button small onClick={() => showSpan(view.run, call.id, 'trace')}>
        Show the call
      </Button>
      <Button small look="quiet" onClick={() => showEntry(call.name)}>
        Open {call.name}
      </Button>
    </>
  )
}

/** Reads the request to see in which message the value stands. */
function useCulprit(view: RunView, { span, hit }: LedgerHit): Culprit | undefined {
  const [culprit, setCulprit] = useState<Culprit>()
  const { run, trace } = view
  useEffect(() => {
    const request = trace.spans.get(span)?.request
    if (request === undefined) return
    let live = true
    void readRequest(run, request).then((text) => {
      const outline = text.ok ? outlineRequest(text.value) : undefined
      const mark = text.ok ? markOfHit(text.value, request, hit) : undefined
      if (live && outline !== undefined) setCulprit(findCulprit(outline, hit.key, trace, mark))
    })
    return () => {
      live = false
    }
  }, [run, trace, span, hit])
  return culprit
}
