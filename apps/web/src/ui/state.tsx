import { Ban, CircleCheck, CircleDashed, Clock, Hand, type LucideIcon, OctagonX, RotateCcw } from 'lucide-react'
import { RunningArc } from './icons.tsx'

/** What a span or an entry is doing. The word is part of the state: colour only repeats it. */
export type StateWord =
  | 'idle'
  | 'queued'
  | 'running'
  | 'waiting for approval'
  | 'ok'
  | 'failed'
  | 'denied'
  | 'cancelled'
  | 'replayed'

export type Tone = 'plain' | 'run' | 'ok' | 'wait' | 'fail' | 'sly'

const GLYPHS: Readonly<Record<Exclude<StateWord, 'running'>, LucideIcon>> = {
  idle: CircleDashed,
  queued: Clock,
  'waiting for approval': Hand,
  ok: CircleCheck,
  failed: OctagonX,
  denied: Ban,
  cancelled: Ban,
  replayed: RotateCcw,
}

const TONES: Readonly<Record<StateWord, Tone>> = {
  idle: 'plain',
  queued: 'plain',
  running: 'run',
  'waiting for approval': 'wait',
  ok: 'ok',
  failed: 'fail',
  denied: 'fail',
  cancelled: 'plain',
  replayed: 'plain',
}

/** Hue family of a state. */
export function toneOfState(state: StateWord): Tone {
  return TONES[state]
}

interface GlyphProps {
  readonly state: StateWord
  readonly className?: string
}

/** The glyph alone, for places whose name says the word. */
export function StateGlyph({ state, className = 'icon icon-s' }: GlyphProps) {
  if (state === 'running') return <RunningArc className={className} />
  const Glyph = GLYPHS[state]
  return <Glyph className={className} aria-hidden="true" />
}

/** Glyph and word. */
export function StateLabel({ state, text }: { readonly state: StateWord; readonly text?: string }) {
  return (
    <span className="state" data-tone={toneOfState(state)}>
      <StateGlyph state={state} />
      {text ?? state}
    </span>
  )
}
