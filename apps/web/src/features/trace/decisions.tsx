import type { Trace, TraceSpan } from '@slyglass/run-log'
import { Ban, CircleCheck, Hand, Pencil, Replace, Shield } from 'lucide-react'
import { formatDuration, MaskedText, shortPrint } from '../../app/public/run-widgets.ts'
import { approvalSteps, type HookStep, hookSteps } from './call-steps.ts'
import { ChangesTable } from './changes-table.tsx'
import { changesOf } from './json-changes.ts'
import { Section } from './section.tsx'

/** Who decided about a call: hooks with what they changed, people with the arguments that they saw. */
export function Decisions({ trace, call }: { readonly trace: Trace; readonly call: TraceSpan }) {
  const hooks = hookSteps(trace, call)
  const approvals = approvalSteps(trace, call)
  if (hooks.length + approvals.length === 0) return null
  return (
    <Section title="Hooks and approval">
      <ul className="decisions">
        {hooks.map((step) => (
          <li key={step.span.id}>
            <HookDecision step={step} />
          </li>
        ))}
        {approvals.map((span) => (
          <li key={span.id}>
            <ApprovalDecision span={span} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The decision of one hook alone, for its own row. */
export function HookDetail({ trace, span }: { readonly trace: Trace; readonly span: TraceSpan }) {
  const call = span.parent === null ? undefined : trace.spans.get(span.parent)
  const step = call === undefined ? undefined : hookSteps(trace, call).find((one) => one.span.id === span.id)
  if (step === undefined) return null
  return (
    <Section title="Decision">
      <HookDecision step={step} />
    </Section>
  )
}

/** The answer of a person, for its own row. */
export function ApprovalDetail({ span }: { readonly span: TraceSpan }) {
  return (
    <Section title="Decision">
      <ApprovalDecision span={span} />
    </Section>
  )
}

const DECISIONS = {
  allow: { word: 'allow', Glyph: CircleCheck, tone: 'ok' },
  deny: { word: 'deny', Glyph: Ban, tone: 'fail' },
  modify: { word: 'modify', Glyph: Pencil, tone: 'wait' },
  replace: { word: 'replace', Glyph: Replace, tone: 'wait' },
} as const

function HookDecision({ step: { span, hook, part, changes } }: { readonly step: HookStep }) {
  const { word, Glyph, tone } = DECISIONS[hook.decision]
  return (
    <div className="decision">
      <div className="decision-line">
        <Shield className="icon icon-s" aria-hidden="true" />
        <strong>{span.name}</strong>
        <span className="text-3">{hook.event ?? (hook.stage === 'pre' ? 'before the call' : 'after the call')}</span>
        <span className="spacer" />
        <span className="state" data-tone={tone}>
          <Glyph className="icon icon-s" aria-hidden="true" />
          {word}
        </span>
      </div>
      {hook.reason === undefined ? null : (
        <p className="text-2">
          <MaskedText text={hook.reason} />
        </p>
      )}
      {hook.decision === 'modify' ? (
        <ChangesTable changes={changes} label={`What ${span.name} changed of the ${part ?? 'call'}`} />
      ) : null}
    </div>
  )
}

const ANSWERS = {
  approved: { word: 'approved', Glyph: CircleCheck, tone: 'ok' },
  edited: { word: 'approved with other arguments', Glyph: Pencil, tone: 'ok' },
  rejected: { word: 'rejected', Glyph: Ban, tone: 'fail' },
  expired: { word: 'nobody answered', Glyph: Ban, tone: 'fail' },
} as const

/** A question that ended with what asked it has no reason of its own. */
const STOPPED = { word: 'stopped before anybody answered', Glyph: Ban, tone: 'fail' } as const

function ApprovalDecision({ span }: { readonly span: TraceSpan }) {
  const { approval, args = '{}' } = span
  if (approval === undefined) return null
  const isStopped = approval.decision === 'expired' && approval.reason === undefined
  const answer = isStopped ? STOPPED : approval.decision === undefined ? undefined : ANSWERS[approval.decision]
  const Glyph = answer?.Glyph ?? Hand
  return (
    <div className="decision">
      <div className="decision-line">
        <Hand className="icon icon-s" aria-hidden="true" />
        <strong>approval</strong>
        <span className="text-3">
          bound to <span className="mono">{shortPrint(approval.argsSha)}</span>
        </span>
        <span className="spacer" />
        <span className="state" data-tone={answer?.tone ?? 'wait'}>
          <Glyph className="icon icon-s" aria-hidden="true" />
          {answer?.word ?? 'waiting for you'}
        </span>
        {span.finishedAt === undefined ? null : (
          <span className="text-3">{formatDuration(span.finishedAt - span.startedAt)}</span>
        )}
      </div>
      {approval.reason === undefined ? null : (
        <p className="text-2">
          <MaskedText text={approval.reason} />
        </p>
      )}
      {approval.edited === undefined ? null : (
        <ChangesTable changes={changesOf(args, approval.edited)} label="What was changed before it was approved" />
      )}
    </div>
  )
}
