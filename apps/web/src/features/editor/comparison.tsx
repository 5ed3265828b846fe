import { diffLines } from 'diff'
import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/index.ts'

const DiffView = lazyPart(() => import('./diff-view.tsx').then((module) => ({ default: module.DiffView })))

type ComparisonProps = ComponentProps<typeof DiffView>

/** Both texts; in plain lines until the code editor has come. */
export function Comparison(props: ComparisonProps) {
  const { before, beforeIs, after, afterIs } = props
  return (
    <>
      <div className="conflict-sides">
        <h3 className="eyebrow">{beforeIs}</h3>
        <h3 className="eyebrow">{afterIs}</h3>
      </div>
      <Suspense fallback={<Difference before={before} after={after} />}>
        <DiffView {...props} />
      </Suspense>
    </>
  )
}

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = diffLines(before, after)
  return (
    <pre className="code difference">
      {parts.map((part, index) => {
        const mark = part.added ? '+' : part.removed ? '−' : ' '
        const lines = part.value.replace(/\n$/, '').split('\n')
        const shown = mark === ' ' && lines.length > 6 ? [...lines.slice(0, 3), '⋯', ...lines.slice(-3)] : lines
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one difference never move
          <span key={index} className={part.added ? 'added' : part.removed ? 'removed' : undefined}>
            {shown.map((line) => `${mark} ${line}\n`).join('')}
          </span>
        )
      })}
    </pre>
  )
}
