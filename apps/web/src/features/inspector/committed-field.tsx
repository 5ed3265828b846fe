import { type KeyboardEvent, useEffect, useState } from 'react'
import { Field } from '../../ui/index.ts'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly mono?: boolean
  /** More than one: a field of several lines. */
  readonly rows?: number
  /** Why it cannot be edited here. */
  readonly locked?: string | undefined
  onCommit(value: string): void
}

/** A field that keeps its own undo until it is left, or Enter is pressed; only then it becomes an edit. */
export function CommittedField({ label, hint, value, mono = false, rows = 1, locked, onCommit }: Props) {
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
    <Field label={label} {...(hint === undefined ? {} : { hint })} {...(locked === undefined ? {} : { help: locked })}>
      {(control) =>
        rows === 1 ? (
          <input
            {...control}
            className={className}
            spellCheck={false}
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
            readOnly={locked !== undefined}
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
