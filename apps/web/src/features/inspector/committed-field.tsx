import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { Field } from '../../ui/index.ts'

interface Props {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: string
  readonly mono?: boolean | undefined
  /** More than one: a field of several lines. */
  readonly rows?: number | undefined
  readonly help?: ReactNode
  readonly fault?: string | undefined
  /** What counts while the field is empty. */
  readonly placeholder?: string | undefined
  onCommit(value: string): void
}

/** A field that keeps its own undo until it is left, or Enter is pressed; only then it becomes an edit. */
export function CommittedField(props: Props) {
  const { label, hint, value, mono = false, rows = 1, help, fault, placeholder, onCommit } = props
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const commit = () => {
    if (text !== value && (rows > 1 || text.trim() !== '')) onCommit(text)
    else setText(value)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') setText(value)
    if (event.key === 'Enter' && (rows === 1 || event.ctrlKey || event.metaKey)) commit()
  }
  const className = mono ? 'input mono' : 'input'
  return (
    <Field
      label={label}
      fault={fault}
      {...(hint === undefined ? {} : { hint })}
      {...(help === undefined ? {} : { help })}
    >
      {(control) =>
        rows === 1 ? (
          <input
            {...control}
            className={className}
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={commit}
            onKeyDown={press}
          />
        ) : (
          <textarea
            {...control}
            className={className}
            rows={rows}
            placeholder={placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={commit}
            onKeyDown={press}
          />
        )
      }
    </Field>
  )
}
