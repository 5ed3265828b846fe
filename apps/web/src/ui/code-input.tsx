// Stands outside of index.ts: what the page loads first has no such line.
import type { ComponentProps } from 'react'

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  onText(text: string): void
}

/** A line for names, addresses and keys: the browser neither corrects nor completes it. */
export function CodeInput({ className = '', onText, ...rest }: CodeInputProps) {
  return (
    <input
      {...rest}
      className={`input mono ${className}`}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
