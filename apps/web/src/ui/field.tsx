import { type ReactNode, useId } from 'react'

interface FieldProps {
  readonly label: string
  /** Quiet words behind the label; not part of its name. */
  readonly hint?: string
  readonly help?: ReactNode
  readonly fault?: string | undefined
  /** Draws the control; it must take the id and the description. */
  children(control: FieldControl): ReactNode
}

export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

/** A labelled control with help and fault below it. */
export function Field({ label, hint, help, fault, children }: FieldProps) {
  const id = useId()
  const below = help !== undefined || fault !== undefined
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {hint === undefined ? null : <small aria-hidden="true">{hint}</small>}
      </label>
      {children({
        id,
        'aria-describedby': below ? `${id}-help` : undefined,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {below ? (
        <div id={`${id}-help`}>
          {fault === undefined ? null : <p className="field-fault">{fault}</p>}
          {help === undefined ? null : <p className="field-help">{help}</p>}
        </div>
      ) : null}
    </div>
  )
}
