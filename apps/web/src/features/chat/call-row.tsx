import type { RunId } from '@slyglass/base'
import type { TranscriptCall, TranscriptEntry } from '@slyglass/run-log'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { CallMedia, mediaOf } from '../../app/public/call-media.ts'
import { isCodeCall } from '../../app/public/code-cell.ts'
import {
  badgesOf,
  MaskedLine,
  type SlyUse,
  slyUseOf,
  summariseArgs,
  Took,
  ToolGlyph,
  triesOf,
} from '../../app/public/run-widgets.ts'
import { useRuns } from '../../app/public/runs.ts'
import { useStudio } from '../../app/public/studio.ts'
import { SlyChip, SlyCount, StateLabel } from '../../ui/index.ts'
import { CallDetails } from './call-details.tsx'
import { CallReads } from './call-reads.tsx'
import { changedArgs, progressShare, summariseResult } from './call-summary.ts'
import { CallWarnings } from './call-warnings.tsx'

interface CallRowProps {
  readonly run: RunId
  readonly call: TranscriptCall
  readonly live: boolean
  readonly open: boolean
  /** Draws what a called agent did. */
  inner(entries: readonly TranscriptEntry[]): ReactNode
}

/** One call: what was asked, how it stands, and on demand everything that is known of it. */
export function CallRow({ run, call, live, open, inner }: CallRowProps) {
  const [chosen, setChosen] = useState<boolean>()
  const selected = useStudio((state) => state.selection?.kind === 'span' && state.selection.span === call.span)
  const shown = chosen ?? (open || call.state === 'failed' || isCodeCall(call.tool, changedArgs(call) ?? call.args))
  const pick = () => {
    setChosen(!shown)
    useStudio.getState().set({ run, selection: { kind: 'span', span: call.span } })
  }
  const Turner = shown ? ChevronDown : ChevronRight
  const sly = useSly(run, call)
  return (
    <fieldset
      className="call"
      data-state={call.state}
      data-selected={selected}
      aria-label={`Call ${call.tool}, ${call.state}`}
    >
      <button type="button" className="call-head" aria-expanded={shown} onClick={pick}>
        <ToolGlyph kind={call.kind} className="icon icon-s text-2" />
        <span className="call-name">{call.tool}</span>
        <CallHint call={call} folded={!shown && sly.keys.length === 0} />
        <CallBadges call={call} />
        <CallState call={call} />
        <Took startedAt={call.startedAt} finishedAt={call.finishedAt} live={live} />
        <Turner className="icon icon-xs text-3" aria-hidden="true" />
        {sly.keys.length === 0 ? null : <CallSly call={call} sly={sly} folded={!shown} />}
      </button>
      <CallWarnings call={call} />
      <CallReads run={run} call={call} />
      {live ? <CallProgress call={call} /> : null}
      {call.inner.length > 0 ? <div className="call-inner">{inner(call.inner)}</div> : null}
      <Media run={run} call={call} />
      {shown ? <CallDetails run={run} call={call} live={live} /> : null}
    </fieldset>
  )
}

/** What it attached is seen without opening the call. */
function Media({ run, call }: Pick<CallRowProps, 'run' | 'call'>) {
  const trace = useRuns((state) => state.views.get(run)?.trace)
  const media = trace === undefined ? [] : mediaOf(triesOf(trace, call.span))
  if (media.length === 0) return null
  return (
    <Suspense>
      <CallMedia run={run} media={media} />
    </Suspense>
  )
}

const CHANGED = {
  text: 'changed by a person',
  why: 'It was approved with other arguments than the model asked for.',
} as const

/** What is unusual about how it was answered. */
function CallBadges({ call }: { readonly call: TranscriptCall }) {
  const badges = badgesOf({ ...call, ...(call.failure === undefined ? {} : { code: call.failure.code }) })
  return [...badges, ...(changedArgs(call) === undefined ? [] : [CHANGED])].map((badge) => (
    <span key={badge.text} className="tag call-badge" title={badge.why}>
      {badge.text}
    </span>
  ))
}

function useSly(run: RunId, call: TranscriptCall): SlyUse {
  const trace = useRuns((state) => state.views.get(run)?.trace)
  return slyUseOf(trace === undefined ? [] : triesOf(trace, call.span))
}

interface HintProps {
  readonly call: TranscriptCall
  readonly folded: boolean
}

/** One line about the call: its arguments and, folded, what came back. */
function CallHint({ call, folded }: HintProps) {
  const words = summariseArgs(changedArgs(call) ?? call.args)
  return (
    <span className="call-hint">
      {words === '' ? null : (
        <span className="text-3 truncate">
          <MaskedLine text={words} />
        </span>
      )}
      {folded ? <Result call={call} /> : null}
    </span>
  )
}

function Result({ call }: { readonly call: TranscriptCall }) {
  // What a called agent said stands below its row already.
  const result = call.inner.length === 0 ? summariseResult(call) : ''
  if (result === '') return null
  return (
    <span className="text-2 truncate call-result">
      <span className="text-3">→ </span>
      <MaskedLine text={result} />
    </span>
  )
}

const CHIPS = 3

/** A line of its own for the private keys that it read or had in reach, so that they take no room from what was asked. */
function CallSly({ call, sly: { keys, word }, folded }: HintProps & { readonly sly: SlyUse }) {
  return (
    <span className="call-sly">
      <span
        className="text-3"
        title={word === 'read' ? 'The tool read it.' : 'The tool could read it; whether it did is not told.'}
      >
        {word}
      </span>
      {keys.length > CHIPS ? <SlyCount count={keys.length} word="" /> : null}
      {keys.length > CHIPS ? null : keys.map((key) => <SlyChip key={key} name={key} masked={false} />)}
      {folded ? <Result call={call} /> : null}
    </span>
  )
}

function CallState({ call }: { readonly call: TranscriptCall }) {
  const share = call.state === 'running' ? progressShare(call.progress?.structure) : undefined
  return share === undefined ? (
    <StateLabel state={call.state} />
  ) : (
    <StateLabel state={call.state} text={`${Math.round(share * 100)}%`} />
  )
}

function CallProgress({ call }: { readonly call: TranscriptCall }) {
  if (call.progress === undefined || call.finishedAt !== undefined) return null
  const share = progressShare(call.progress.structure)
  return (
    <div className="call-progress">
      {share === undefined ? null : (
        <div
          role="progressbar"
          aria-label={`Progress of ${call.tool}`}
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="call-bar"
        >
          <span style={{ transform: `scaleX(${share})` }} />
        </div>
      )}
      {call.progress.text === '' ? null : <p className="meta text-3">{call.progress.text}</p>}
    </div>
  )
}
