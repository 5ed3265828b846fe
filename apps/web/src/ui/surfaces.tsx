import { CircleCheck, Info, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { MaskGlyph } from './icons.tsx'
import type { Tone } from './state.tsx'

/** A glyph for a tone. */
export function ToneGlyph({ tone, className = 'icon' }: { readonly tone: Tone; readonly className?: string }) {
  if (tone === 'sly') return <MaskGlyph className={className} />
  const Glyph = { fail: OctagonX, wait: TriangleAlert, ok: CircleCheck, run: Info, plain: Info }[tone]
  return <Glyph className={className} aria-hidden="true" />
}

interface CalloutProps {
  readonly tone: Tone
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** What happened, where, and what to do; it stays until the cause is gone. */
export function Callout({ tone, title, children, actions }: CalloutProps) {
  return (
    <div className="callout" data-tone={tone} role={tone === 'fail' ? 'alert' : undefined}>
      <ToneGlyph tone={tone} />
      <strong>{title}</strong>
      {children === undefined ? null : <div className="callout-body">{children}</div>}
      {actions === undefined ? null : <div className="callout-actions">{actions}</div>}
    </div>
  )
}

interface BannerProps {
  readonly tone: Tone
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly glyph?: ReactNode
}

/** One line across the work area. */
export function Banner({ tone, title, children, actions, glyph }: BannerProps) {
  return (
    <div className="banner" data-tone={tone}>
      {glyph ?? <ToneGlyph tone={tone} />}
      <p className="banner-text">
        <strong>{title}</strong> <span className="text-2">{children}</span>
      </p>
      {actions === undefined ? null : <div className="banner-actions">{actions}</div>}
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Nothing here yet, and what to do next. */
export function EmptyState({ title, children, actions }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {actions === undefined ? null : <div className="empty-actions">{actions}</div>}
    </div>
  )
}

/** A small rounded label with a tone. */
export function Pill({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="pill" data-tone={tone}>
      {children}
    </span>
  )
}
