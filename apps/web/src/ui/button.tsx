import { type ButtonHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'ink' | 'quiet'
  readonly small?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button with words. */
export function Button({ look = 'plain', small = false, className = '', ...rest }: ButtonProps) {
  const classes = ['button', look === 'plain' ? '' : `button-${look}`, small ? 'button-small' : '', className]
  return <button type="button" className={classes.filter(Boolean).join(' ')} {...rest} />
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  readonly label: string
  readonly keys?: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that is a glyph; its label is its name and its tooltip. */
export function IconButton({ label, keys, className = '', ...rest }: IconButtonProps) {
  const title = keys === undefined ? label : `${label} (${keys})`
  return <button type="button" aria-label={label} title={title} className={`icon-button ${className}`} {...rest} />
}

/** Underlined words that act in place. */
export function LinkButton({ className = '', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={`link-button ${className}`} {...rest} />
}

/** A key cap. Decoration: the name of the control does not repeat it. */
export function Keys({ children }: { readonly children: string }) {
  return (
    <span className="keys" aria-hidden="true">
      {children}
    </span>
  )
}

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  onChange(value: Value): void
}

/** Two or three choices side by side. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className="segments" aria-label={label} style={{ border: 0, margin: 0 }}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  )
}

/** Focuses an element once, when it appears. */
export function useFocusOnMount<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
