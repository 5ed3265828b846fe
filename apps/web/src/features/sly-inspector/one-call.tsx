import type { SpanId } from '@slyglass/base'
import type { Trace, TraceSpan } from '@slyglass/run-log'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useMemo } from 'react'
import { thenOf, useRenamed } from '../../app/public/renamed.ts'
import {
  BothSides,
  callSides,
  callsOf,
  modelReads,
  ReadKeys,
  showSpan,
  spokenLine,
  summariseArgs,
} from '../../app/public/run-widgets.ts'
import type { RunView } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { Button, IconButton, StateLabel } from '../../ui/index.ts'

/** One call as the model that asked for it and the tool that ran saw it. */
export function OneCall({ view }: { readonly view: RunView }) {
  const { trace, ledger } = view
  const calls = useMemo(() => callsOf(trace), [trace])
  const selection = useStudio((state) => state.selection)
  const set = useStudio((state) => state.set)
  const names = useRenamed((state) => state.names)
  const entry = selection?.kind === 'entry' ? thenOf(names, selection.entry) : undefined
  const picked = calls.findIndex(({ id, name }) =>
    selection?.kind === 'span' ? isWithin(selection.span, id) : name === entry,
  )
  const at = picked === -1 ? mostTelling(trace, calls) : picked
  const call = calls[at]
  const sides = call === undefined ? undefined : callSides(trace, ledger, call.id, view.started)
  const pick = (index: number) => {
    const next = calls[(index + calls.length) % calls.length]
    if (next !== undefined) set({ run: view.run, selection: { kind: 'span', span: next.id } })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey) return
    if (event.key === 'j') pick(at + 1)
    if (event.key === 'k') pick(at - 1)
  }
  return (
    <section className="sly-part" aria-label="One call, both sides" onKeyDown={onKey}>
      <header className="pane-head">
        <h2>One call, both sides</h2>
        {call === undefined ? null : (
          <>
            <select
              className="select"
              aria-label="Call"
              value={call.id}
              onChange={(event) => pick(indexOf(calls, event.target.value))}
            >
              {calls.map((one, index) => (
                <option key={one.id} value={one.id}>
                  {index + 1}. {one.name} {spokenLine(summariseArgs(one.args ?? '', 40))}
                </option>
              ))}
            </select>
            <IconButton label="Previous call" keys="k" onClick={() => pick(at - 1)} disabled={calls.length < 2}>
              <ChevronUp className="icon" />
            </IconButton>
            <IconButton label="Next call" keys="j" onClick={() => pick(at + 1)} disabled={calls.length < 2}>
              <ChevronDown className="icon" />
            </IconButton>
            <span className="spacer" />
            <StateLabel state={call.state} />
            <Button small look="quiet" onClick={() => showSpan(view.run, call.id, 'trace')}>
              Show in trace
            </Button>
          </>
        )}
      </header>
      {sides === undefined ? (
        <p className="sly-none text-3">No tool has been called in this run.</p>
      ) : (
        <ReadKeys reads={modelReads(ledger, trace)}>
          <BothSides key={sides.call.id} sides={sides} session={view.started?.session} />
        </ReadKeys>
      )}
    </section>
  )
}

const indexOf = (calls: readonly { readonly id: SpanId }[], id: string) => calls.findIndex((call) => call.id === id)

/** The last call that read a private value tells most; else the last that ran code. */
function mostTelling(trace: Trace, calls: readonly TraceSpan[]): number {
  const hasRead = (id: SpanId) => (trace.spans.get(id)?.reads?.length ?? 0) > 0
  const read = calls.findLastIndex((call) => call.children.some(hasRead))
  if (read !== -1) return read
  return Math.max(
    0,
    calls.findLastIndex((call) => call.toolKind !== 'agent'),
  )
}

/** True for a call and for its attempts and hooks, whose paths begin with the call's. */
function isWithin(span: SpanId, call: SpanId): boolean {
  return span === call || /^[#?!]/.test(span.startsWith(call) ? span.slice(call.length) : '')
}
