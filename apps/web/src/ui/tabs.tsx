import { type KeyboardEvent, type ReactNode, useRef } from 'react'

export interface TabOption<Value extends string> {
  readonly value: Value
  readonly text: ReactNode
  /** Spoken name, when `text` is more than words. */
  readonly label?: string
  readonly title?: string
}

interface TabsProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly options: readonly TabOption<Value>[]
  readonly className?: string
  onChange(value: Value): void
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** A tab list: one stop for Tab, arrows move inside. */
export function Tabs<Value extends string>({ label, value, options, className = '', onChange }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = options[(index + step + options.length) % options.length]
    if (next === undefined) return
    onChange(next.value)
    const tabs = list.current?.querySelectorAll<HTMLElement>('[role="tab"]')
    tabs?.[options.indexOf(next)]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={`tabs ${className}`}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          className="tab"
          aria-selected={option.value === value}
          aria-label={option.label}
          title={option.title}
          tabIndex={option.value === value || (value === undefined && index === 0) ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => move(event, index)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
