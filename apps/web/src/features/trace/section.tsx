import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly tag?: string
  readonly children: ReactNode
}

/** One part of what is recorded of a row. */
export function Section({ title, tag, children }: SectionProps) {
  const id = useId()
  return (
    <section className="detail-section" aria-labelledby={id}>
      <h3 className="eyebrow" id={id}>
        {title}
        {tag === undefined ? null : <span className="tag">{tag}</span>}
      </h3>
      {children}
    </section>
  )
}
