import { lazy, type ReactNode, Suspense } from 'react'
import { useStudio } from '../../app/public/studio.ts'
import { EmptyState } from '../../ui/index.ts'
import './canvas.css'

const NetworkCanvas = lazy(() => import('./network-canvas.tsx').then((module) => ({ default: module.NetworkCanvas })))

/** The open network as a graph. `lead` stands in its head where the title would. */
export function CanvasPanel({ lead }: { readonly lead?: ReactNode }) {
  const network = useStudio((state) => state.network)
  const name = useStudio((state) => state.networkName)
  return (
    <section className="pane canvas-pane" aria-label="Graph" data-region>
      {network === undefined ? (
        <EmptyState title="Reading the network">The graph appears as soon as {name} is read.</EmptyState>
      ) : (
        <Suspense fallback={<div className="canvas" />}>
          <NetworkCanvas key={name} network={network} lead={lead} />
        </Suspense>
      )}
    </section>
  )
}
