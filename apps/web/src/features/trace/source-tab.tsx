import { useFarAddress } from '../../app/public/far.ts'
import { showEntry } from '../../app/public/run-widgets.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, EmptyState } from '../../ui/index.ts'
import { ranAs } from './ran-as.ts'
import { attemptsOf, type TraceRow } from './trace-rows.ts'

/** Where the code or the entry behind a row is written. */
export function SourceTab({ row }: { readonly row: TraceRow }) {
  const network = useStudio((state) => state.network)
  const far = useFarAddress()
  const source = attemptsOf(row).find((span) => span.source !== undefined)
  const entry = row.spans.map(({ name }) => name).find((name) => network?.entries.some((known) => known.name === name))
  if (source === undefined && entry === undefined)
    return <EmptyState title="No source of its own">This row belongs to the call or agent above it.</EmptyState>
  return (
    <section className="detail-section">
      <dl className="detail-facts">
        {source?.source === undefined ? null : (
          <>
            <dt>File</dt>
            <dd className="mono">{source.source.file}</dd>
            <dt>Class</dt>
            <dd className="mono">{source.source.class}</dd>
            <dt>Ran as</dt>
            <dd>{ranAs(source)}</dd>
          </>
        )}
        {entry === undefined ? null : (
          <>
            <dt>Entry</dt>
            <dd className="mono">{entry}</dd>
          </>
        )}
      </dl>
      {entry === undefined ? null : (
        <div>
          <Button onClick={() => showEntry(entry)}>
            {far === undefined ? `Open ${entry} in the editor` : `Show ${entry} on the graph`}
          </Button>
        </div>
      )}
    </section>
  )
}
