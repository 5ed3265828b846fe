import { jsonAt } from '@slyglass/base'
import type { Network } from '@slyglass/network'
import { Suspense } from 'react'
import { Callout, lazyPart } from '../../ui/index.ts'

const NetworkPermissions = lazyPart(() =>
  import('./permissions/permissions-part.tsx').then((module) => ({ default: module.NetworkPermissions })),
)

interface Props {
  readonly network: Network
  readonly missing?: string | undefined
}

/** The network as a whole, while no entry is picked. */
export function NetworkFacts({ network, missing }: Props) {
  const model = jsonAt(network.llmConfig, 'model_name')
  const named = network.edges.some((edge) => edge.target === 'missing' && edge.to === missing)
  return (
    <>
      <header className="pane-head">
        <h2 className="truncate">{network.name.split('/').at(-1)}</h2>
        <span className="text-3">network</span>
      </header>
      <div className="pane-body">
        {named ? (
          <div className="section">
            <Callout tone="wait" title={`${missing} is no entry of this network`}>
              It is named in a tools list. Problems below says what it may have meant.
            </Callout>
          </div>
        ) : null}
        <div className="section">
          <p className="text-2">{network.description === '' ? 'No description.' : network.description}</p>
          <dl className="facts">
            <dt>File</dt>
            <dd className="mono">{network.file}</dd>
            <dt>Entries</dt>
            <dd>{network.entries.length}</dd>
            <dt>Front man</dt>
            <dd className="mono">{network.frontMan?.name ?? 'none'}</dd>
            <dt>Model</dt>
            <dd className="mono">{typeof model === 'string' ? model : 'not named'}</dd>
            <dt>Documents</dt>
            <dd className="mono">{network.documents.join(', ')}</dd>
          </dl>
        </div>
        <Suspense>
          <NetworkPermissions />
        </Suspense>
        <div className="section text-3">Pick an entry on the graph to see and edit it.</div>
      </div>
    </>
  )
}
