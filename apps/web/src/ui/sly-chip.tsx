import { MaskGlyph } from './icons.tsx'

/** A private value, masked: its key and always the same eight dots. */
export function SlyChip({ name, masked = true }: { readonly name: string; readonly masked?: boolean }) {
  return (
    <span className="sly-chip">
      <MaskGlyph />
      {name}
      {masked ? (
        <span className="sly-chip-dots" aria-hidden="true">
          ••••••••
        </span>
      ) : null}
      {masked ? <span className="visually-hidden">, masked</span> : null}
    </span>
  )
}

/** How many private values, and what of them; said in words to those who cannot see the mask. */
export function SlyCount({ count, word = '' }: { readonly count: number; readonly word?: string }) {
  const words = `${count === 1 ? 'private value' : 'private values'} ${word}`.trim()
  return (
    <span className="sly-count" title={`${count} ${words}`}>
      <MaskGlyph className="icon icon-xs" />
      {count}
      <span className="visually-hidden"> {words}</span>
    </span>
  )
}
