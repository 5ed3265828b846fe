import { type ReactNode, Suspense } from 'react'
import { useFarAddress } from '../../app/public/far.ts'
import { useStudio } from '../../app/public/studio.ts'
import { useWorkspace } from '../../app/public/workspace.ts'
import { EmptyState, lazyPart } from '../../ui/index.ts'
import './canvas.css'

const NetworkCanvas = lazyPart(() =>
  import('./network-canvas.tsx').then((module) => ({ default: module.NetworkCanvas })),
)

/** The open network as a graph. `lead` stands in its head where the title would. */
export function CanvasPanel({ lead }: { readonly lead?: ReactNode }) {
  const network = useStudio((state) => state.network)
  const name = useStudio((state) => state.networkName)
  return (
    <section className="pane canvas-pane" aria-label="Graph" data-region>
      {network === undefined ? (
        <Unread name={name} />
      ) : (
        <Suspense fallback={<div className="canvas" />}>
          <NetworkCanvas key={name} network={network} lead={lead} />
        </Suspense>
      )}
    </section>
  )
}

function Unread({ name }: { readonly name: string | undefined }) {
  const file = useStudio((state) => state.project?.networks.find((network) => network.name === name)?.file)
  const fault = useWorkspace((state) => (file === undefined ? undefined : state.faults.get(file)))
  const far = useFarAddress()
  if (fault === undefined)
    return <EmptyState title="Reading the network">The graph appears as soon as {name} is read.</EmptyState>
  return (
    <EmptyState title={`${name} cannot be read`}>
      {fault}{' '}
      {far === undefined
        ? 'The manifest names this file: create it, or take its line out of the manifest.'
        : 'It may answer in the chat all the same.'}
    </EmptyState>
  )
}
