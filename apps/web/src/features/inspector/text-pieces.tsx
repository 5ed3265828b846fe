import type { FieldPiece, FieldSource, NetworkEdit } from '@slyglass/network'
import { CommittedField } from './committed-field.tsx'
import { PlaceLink, wayOf } from './origin-link.tsx'
import { SharedField } from './shared-field.tsx'

interface Props {
  readonly entry: string
  readonly path: readonly string[]
  readonly label: string
  readonly rows?: number
  readonly source: FieldSource
  onEdit(edit: NetworkEdit): void
}

interface ShownPiece {
  readonly piece: FieldPiece
  /** Its number among all pieces, as edits count them. */
  readonly index: number
}

/** The pieces worth a field: blanks between others are not. */
export const shownPieces = ({ pieces }: FieldSource): readonly ShownPiece[] =>
  pieces.map((piece, index) => ({ piece, index })).filter(({ piece }) => piece.text.trim() !== '')

/** A text that is put together: each piece stays where it is written, and what others share is folded. */
export function TextPieces({ entry, path, label, rows, source, onEdit }: Props) {
  const shown = shownPieces(source)
  const own = shown.filter(({ piece }) => piece.isOwn)
  const nameOf = (at: number, isOwn: boolean) =>
    own.length === 1 && isOwn ? label : `${label}, part ${at + 1} of ${shown.length}`
  return (
    <fieldset className="text-pieces" aria-label={`${label}, put together from ${shown.length} parts`}>
      {shown.map(({ piece, index }, at) => {
        const change = (text: string) => onEdit({ kind: 'set-piece', entry, path, piece: index, text })
        const field = { label: nameOf(at, piece.isOwn), rows: rows ?? 2, value: piece.text }
        if (piece.isOwn)
          return <CommittedField key={index} {...field} help={<Where piece={piece} />} onCommit={change} />
        return (
          <details key={index} className="shared-piece">
            <summary>
              <span className="truncate">{piece.text.trim()}</span>
            </summary>
            <SharedField
              {...field}
              help={<Where piece={piece} />}
              at={piece.at}
              there={piece.locked ? undefined : change}
              here={(text) => onEdit({ kind: 'set-field', entry, path, value: withPiece(source, index, text) })}
            />
          </details>
        )
      })}
    </fieldset>
  )
}

function Where({ piece }: { readonly piece: FieldPiece }) {
  return (
    <>
      {piece.isOwn ? 'Written in ' : 'Defined in '}
      <PlaceLink at={piece.at} />
      {wayOf(piece)}
    </>
  )
}

const withPiece = ({ pieces }: FieldSource, index: number, text: string): string =>
  pieces.map((piece, at) => (at === index ? text : piece.text)).join('')
