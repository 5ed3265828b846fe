// Stands outside of index.ts: what the page loads first has no such field.
import type { ComponentProps } from 'react'

interface CodeAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  onText(text: string): void
}

/** Lines of JSON or HOCON: the browser neither corrects nor completes them. */
export function CodeArea({ className = '', onText, ...rest }: CodeAreaProps) {
  return (
    <textarea
      {...rest}
      className={`input mono ${className}`}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
