import type { SessionId } from '@slyglass/base'
import { Box, Braces, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, SlyChip, ToneGlyph } from '../../ui/index.ts'
import type { CallSides, SlyWrite } from './call-sides.ts'
import { countOf, shortPrint } from './figures.ts'
import { JsonView, TextView } from './json-view.tsx'
import { readAdvice, readWords } from './model-read-words.ts'
import { NoKeysRead } from './read-keys.tsx'
import { useReveal } from './reveal.ts'
import './both-sides.css'

interface BothSidesProps {
  readonly sides: CallSides
  readonly session: SessionId | undefined
}

const ASKERS = { model: 'Model saw', typed: 'Typed by a person', tried: 'Given by a person' } as const

/** The same call twice: what the model that asked for it saw, or the person gave, and what the tool saw. */
export function BothSides({ sides, session }: BothSidesProps) {
  const args = sides.args === '' ? '{}' : sides.args
  const asker = ASKERS[sides.byPerson ?? 'model']
  const AskerGlyph = sides.byPerson === undefined ? Box : User
  return (
    <div className="both-sides">
      <fieldset aria-label={asker}>
        <h4 className="eyebrow">
          <AskerGlyph className="icon icon-xs" aria-hidden="true" />
          {asker}
        </h4>
        <JsonView text={args} />
        {sides.byPerson === undefined ? <Answer sides={sides} /> : <p className="text-3">No model was asked.</p>}
        <ModelTold sides={sides} />
      </fieldset>
      <fieldset aria-label="Tool saw">
        <h4 className="eyebrow">
          <Braces className="icon icon-xs" aria-hidden="true" />
          Tool saw
        </h4>
        {sides.attempt === undefined && sides.call.finishedAt !== undefined ? (
          <p className="text-2">Nothing: the call never reached it.</p>
        ) : (
          <NoKeysRead>
            <JsonView text={sides.attempt?.args ?? args} />
            <Answer sides={sides} />
            <Private sides={sides} session={session} />
          </NoKeysRead>
        )}
      </fieldset>
    </div>
  )
}

function Answer({ sides }: { readonly sides: CallSides }) {
  if (sides.answer === undefined) return <p className="text-3">No answer yet.</p>
  return <TextView text={sides.answer === '' ? 'an empty text' : sides.answer} />
}

/** The record hides what the model was shown. */
function ModelTold({ sides }: { readonly sides: CallSides }) {
  return sides.modelReads.map((read) => (
    <p key={read.key} className="both-sides-told" data-tone={read.maybe ? 'wait' : 'fail'}>
      <ToneGlyph tone={read.maybe ? 'wait' : 'fail'} className="icon icon-s" />
      <span>
        {read.maybe
          ? `${readWords(read)}.`
          : `The model read the value of ${read.key} itself, in request #${read.request}; it is hidden only here.`}{' '}
        {readAdvice(sides.call.name)}
      </span>
    </p>
  ))
}

function Private({ sides, session }: BothSidesProps) {
  const { read, unread, wrote } = sides
  if ((read?.length ?? 0) + unread.length + wrote.length === 0)
    return <p className="text-3">No private value was in reach.</p>
  return (
    <div className="both-sides-private">
      {read === undefined ? (
        <Line what="in reach; its host could not tell which it read">{chips(unread)}</Line>
      ) : (
        <>
          {read.length === 0 ? null : <Line what="plus, read">{chips(read)}</Line>}
          {unread.length === 0 ? null : (
            <Line what={`${countOf(unread.length, 'private value')} in reach, not read:`}>
              <span className="both-sides-names">{unread.join(', ')}</span>
            </Line>
          )}
        </>
      )}
      {wrote.map((write) => (
        <Write key={`${write.key} ${write.after.fingerprint}`} write={write} session={session} />
      ))}
    </div>
  )
}

const chips = (keys: readonly string[]) => keys.map((key) => <SlyChip key={key} name={key} />)

function Line({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <p className="both-sides-line">
      <span className="text-2">{what}</span> {children}
    </p>
  )
}

/** A value that the call wrote. Before and after are shown together, on purpose and for ten seconds. */
function Write({ write, session }: { readonly write: SlyWrite; readonly session: SessionId | undefined }) {
  const { key, before, after } = write
  const { shown, reveal, hide } = useReveal(session)
  const refs = before === undefined ? [after] : [before, after]
  const shownValue = (fingerprint: string) => shown.find((value) => value.fingerprint === fingerprint)
  return (
    <p className="both-sides-line">
      <span className="text-2">wrote</span> <SlyChip name={key} masked={false} />
      {refs.map((ref, index) => (
        <span key={ref.fingerprint} className="both-sides-value">
          {index === 0 ? null : <span className="text-3"> → </span>}
          <Shown value={shownValue(ref.fingerprint)} fingerprint={ref.fingerprint} />
        </span>
      ))}
      {session === undefined ? null : (
        <Button
          small
          look="quiet"
          aria-label={shown.length > 0 ? `Hide the change of ${key}` : `Reveal the change of ${key}`}
          onClick={() => (shown.length > 0 ? hide() : reveal(refs))}
        >
          {shown.length > 0 ? 'Hide' : 'Reveal'}
        </Button>
      )}
    </p>
  )
}

interface ShownProps {
  readonly value: { readonly json?: string; readonly reason?: string } | undefined
  readonly fingerprint: string
}

function Shown({ value, fingerprint }: ShownProps) {
  if (value?.json !== undefined) return <code className="revealed">{value.json}</code>
  if (value?.reason !== undefined) return <span className="text-3">{value.reason}</span>
  return <code className="text-3">fp {shortPrint(fingerprint)}</code>
}
