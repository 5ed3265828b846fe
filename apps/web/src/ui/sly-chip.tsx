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

/** How many private values; said in words to those who cannot see the mask. */
export function SlyCount({ count }: { readonly count: number }) {
  return (
    <span className="sly-count">
      <MaskGlyph className="icon icon-xs" />
      {count}
      <span className="visually-hidden">{count === 1 ? ' private value' : ' private values'}</span>
    </span>
  )
}
