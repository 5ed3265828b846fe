// Glyphs that no icon set has: the mark, the mask of a private value, the turning arc, a speech bubble with lines.

import type { ReactNode } from 'react'

interface GlyphProps {
  readonly className?: string
}

/** Strokes on a field of 16 units, in the colour of the text beside them. */
function Strokes({
  className,
  width = 1.4,
  children,
}: {
  readonly className: string
  readonly width?: number
  readonly children: ReactNode
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** The mark: half glass, half ink. */
export function Mark({ className = '' }: GlyphProps) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" className={className} aria-hidden="true">
      <circle cx="10" cy="10" r="8.1" fill="none" stroke="var(--ink)" strokeWidth="1.8" />
      <path d="M10 1.9a8.1 8.1 0 0 1 0 16.2Z" fill="var(--ink)" />
      <circle cx="6.4" cy="10" r="1.7" fill="var(--ink)" />
      <circle cx="13.4" cy="10" r="1.1" fill="none" stroke="var(--on-ink)" strokeWidth="1.4" />
    </svg>
  )
}

/** A mask: something here is private. */
export function MaskGlyph({ className = 'icon icon-s' }: GlyphProps) {
  return (
    <Strokes className={className}>
      <path d="M1.5 5.6c2.2-.9 4.4-.6 6.5.5 2.1-1.1 4.3-1.4 6.5-.5.2 3.400-1 5.4-3.300 5.400-1.400 0-2.200-1.200-3.200-1.200s-1.800 1.200-3.200 1.200c-2.300 0-3.500-2-3.300-5.400Z" />
      <path d="M4.200 7.900h1.600M10.200 7.900h1.600" />
    </Strokes>
  )
}

/** An arc that turns while something runs; it stands still when motion is reduced. */
export function RunningArc({ className = 'icon icon-s' }: GlyphProps) {
  return (
    <Strokes className={`${className} spin`} width={1.6}>
      <path d="M8 2.500a5.500 5.500 0 1 1-5.500 5.500" />
    </Strokes>
  )
}

/** Speech with lines: the front man. */
export function FrontManGlyph({ className = 'icon icon-s' }: GlyphProps) {
  return (
    <Strokes className={className}>
      <path d="M8 2.300c3.300 0 5.900 2.300 5.900 5.300s-2.600 5.300-5.900 5.300c-.8 0-1.600-.1-2.300-.400l-3.200 1 1-2.600c-.9-.9-1.400-2-1.400-3.300 0-3 2.600-5.300 5.900-5.300Z" />
      <path d="M5.600 6.600h4.800M5.600 8.800h3.200" />
    </Strokes>
  )
}
