import type { SampleReply } from '@slyglass/protocol'
import { useStudio } from '../../app/public/studio.ts'
import { RunningArc } from '../../ui/index.ts'

interface Props {
  readonly sample: SampleReply
  readonly opening: boolean
  onOpen(): void
}

const LANGUAGES = { python: 'Python', typescript: 'TypeScript' } as const

/** One sample: what it shows and what it needs. Its first tag is the heading above it. */
export function SampleCard({ sample, opening, onOpen }: Props) {
  const python = useStudio((state) => state.status?.python)
  const lacks = sample.needs.includes('python') && python?.found === false
  return (
    <button type="button" className="card sample" disabled={opening} onClick={onOpen}>
      <span className="sample-head">
        <strong>{sample.title}</strong>
        <span className="meta text-3">
          {sample.entries} {sample.entries === 1 ? 'entry' : 'entries'}
        </span>
        {opening ? <RunningArc /> : null}
      </span>
      <span className="sample-text">{sample.description}</span>
      <span className="sample-tags">
        {[...new Set([...sample.tags.slice(1), ...sample.needs.map((language) => LANGUAGES[language])])].map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </span>
      {lacks ? <span className="sample-lack meta">Python was not found on this machine. {python.hint}</span> : null}
    </button>
  )
}
