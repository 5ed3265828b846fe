import type { Json } from '@slyglass/base'
import type { FieldSource, NetworkEdit } from '@slyglass/network'
import { useState } from 'react'
import { CommittedField } from './committed-field.tsx'
import { OriginLine } from './origin-link.tsx'
import { SharedField } from './shared-field.tsx'
import { shownPieces, TextPieces } from './text-pieces.tsx'

interface Props {
  readonly entry: string
  readonly path: readonly string[]
  readonly label: string
  readonly hint?: string
  /** The effective value as text. */
  readonly value: string
  readonly rows?: number
  readonly mono?: boolean
  /** What counts while nothing is written, and a word on where that is from. */
  readonly placeholder?: string | undefined
  readonly help?: string | undefined
  /** Where it is written; undefined while that is not known, or when it is written nowhere yet. */
  readonly source: FieldSource | undefined
  /** What a text stands for; a sentence when it stands for nothing. */
  parse?(text: string): { readonly value: Json } | string
  onEdit(edit: NetworkEdit): void
}

/** One value of an entry, as it is written, with its origin; a change goes where a person says. */
export function OriginField({ entry, path, source, value, parse = asText, onEdit, ...field }: Props) {
  const [fault, setFault] = useState<string>()
  const set = (kind: 'set-field' | 'set-where-defined') => (text: string) => {
    const parsed = parse(text)
    setFault(typeof parsed === 'string' ? parsed : undefined)
    if (typeof parsed !== 'string') onEdit({ kind, entry, path, value: parsed.value })
  }
  if (source === undefined) return <CommittedField {...field} value={value} fault={fault} onCommit={set('set-field')} />
  if (shownPieces(source).length > 1)
    return <TextPieces {...field} entry={entry} path={path} source={source} onEdit={onEdit} />
  const origin = <OriginLine source={source} />
  const named = source.names.find(({ name }) => name === writtenText(source) && name !== value)
  if (named !== undefined)
    return <SharedField {...field} value={value} help={origin} fault={fault} at={named.at} here={set('set-field')} />
  // As it is written: `{names}` of commondefs stay what they are.
  const shown = source.pieces.length === 1 ? writtenText(source) : value
  if (!source.isInherited)
    return <CommittedField {...field} value={shown} help={origin} fault={fault} onCommit={set('set-field')} />
  const isLocked = source.pieces.some((piece) => piece.locked)
  return (
    <SharedField
      {...field}
      value={shown}
      help={origin}
      fault={fault}
      at={source.at}
      there={isLocked ? undefined : set('set-where-defined')}
      here={set('set-field')}
    />
  )
}

const writtenText = ({ pieces }: FieldSource): string => pieces.map(({ text }) => text).join('')

const asText = (text: string) => ({ value: text })
