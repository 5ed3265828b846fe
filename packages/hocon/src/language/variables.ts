// What is shown of a value never tells what an environment variable holds: in its place stands the variable's name.
import type { HoconField, HoconText, HoconValue, TextPiece } from '../value.ts'

/** The same value with `${NAME}` wherever the value of a variable went into it. */
export function hideVariables(value: HoconValue): HoconValue {
  switch (value.kind) {
    case 'string':
      return value.pieces.some(isVariable) ? { ...value, text: hideInText(value) } : value
    case 'list':
      return { ...value, items: value.items.map(hideVariables) }
    case 'object':
      return { ...value, fields: new Map([...value.fields].map(([key, field]) => [key, hideInField(field)])) }
    default:
      return value
  }
}

const hideInField = (field: HoconField): HoconField => ({ ...field, value: hideVariables(field.value) })

function hideInText({ text, pieces }: HoconText): string {
  let [shown, at] = ['', 0]
  for (const piece of pieces) {
    shown += text.slice(at, piece.from) + showPiece(text, piece)
    at = piece.to
  }
  return shown + text.slice(at)
}

/** A piece of a text as it may be shown. */
export function showPiece(text: string, piece: TextPiece): string {
  return isVariable(piece) ? `\${${nameOf(piece)}}` : text.slice(piece.from, piece.to)
}

const isVariable = ({ written }: TextPiece): boolean => written === 'env'

function nameOf({ via }: TextPiece): string {
  const step = via.findLast(({ kind }) => kind === 'env')
  return step?.kind === 'env' ? step.name : '…'
}
