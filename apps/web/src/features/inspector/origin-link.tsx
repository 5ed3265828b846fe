import { positionAt } from '@slyglass/base'
import type { FieldPiece, FieldSource, SourceRange } from '@slyglass/network'
import { revealInSource, useText } from '../../app/public/workspace.ts'
import { LinkButton } from '../../ui/index.ts'

/** A place as file and line, which opens there. */
export function PlaceLink({ at }: { readonly at: SourceRange }) {
  const text = useText(at.doc)
  const name = at.doc.split('/').at(-1)
  const line = text === undefined ? undefined : positionAt(text, Math.min(at.from, text.length)).line
  return (
    <LinkButton
      className="mono"
      title={`Show ${at.doc} in the source`}
      onClick={() => revealInSource(at.doc, at.from, at.to)}
    >
      {line === undefined ? name : `${name}:${line}`}
    </LinkButton>
  )
}

/** Where a value is written and by which way it gets here, one click away. */
export function OriginLine({ source }: { readonly source: FieldSource }) {
  return (
    <>
      {source.isDefault ? 'From the network, ' : source.isInherited ? 'Defined in ' : 'Written in '}
      <PlaceLink at={source.at} />
      {wayOf(source)}
      {source.names.map(({ name, at }) => (
        <span key={name}>
          {'; '}
          <span className="mono">{name}</span> is <PlaceLink at={at} />
        </span>
      ))}
    </>
  )
}

/** The last substitution or variable on the way, in words. */
export function wayOf({ via }: Pick<FieldPiece, 'via'>): string {
  const step = via.find(({ kind }) => kind === 'substitution' || kind === 'env')
  if (step?.kind === 'substitution') return `, by \${${step.path}}`
  if (step?.kind === 'env') return `, the variable ${step.name}`
  return via.some(({ kind }) => kind === 'include') ? ', included' : ''
}
