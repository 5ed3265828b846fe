import type { ClientFailure, ProjectReply, SampleReply } from '@slyglass/protocol'
import { useState } from 'react'
import { client } from '../../app/public/client.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { openNetwork, refreshProject } from '../../app/public/project.ts'
import { LinkButton } from '../../ui/index.ts'
import { WRITTEN_AT_ONCE } from '../../ui/written-at-once.tsx'

interface Props {
  readonly sample: SampleReply
  readonly project: ProjectReply
}

type State = { readonly at: 'ready' | 'busy' | 'copied' } | { readonly at: 'refused'; readonly failure: ClientFailure }

/** Copies a sample into the open project, as `slyglass import` does. */
export function CopySample({ sample, project }: Props) {
  const [state, setState] = useState<State>({ at: 'ready' })
  const copy = async (overwrite: boolean) => {
    setState({ at: 'busy' })
    const reply = await client.importSample(project.id, { sample: sample.name, network: sample.network, overwrite })
    if (reply.ok) await refreshProject()
    setState(reply.ok ? { at: 'copied' } : { at: 'refused', failure: reply.error })
  }
  const { at } = state
  return (
    <span className="meta sample-copy" role="status" aria-label={`Copy of ${sample.title}`}>
      {at === 'refused' ? (
        <>
          <span>{sentenceOf(state.failure)}</span>{' '}
          {state.failure.code === 'present' ? (
            <LinkButton onClick={() => copy(true)}>Write over them</LinkButton>
          ) : null}
        </>
      ) : at === 'copied' ? (
        <>
          <span>Copied into {project.name}.</span>{' '}
          <LinkButton onClick={() => openNetwork(sample.network)}>Open it there</LinkButton>
        </>
      ) : (
        <LinkButton
          aria-label={`Copy into ${project.name}: ${sample.title}`}
          title={WRITTEN_AT_ONCE}
          disabled={at === 'busy'}
          onClick={() => copy(false)}
        >
          Copy into {project.name}
        </LinkButton>
      )}
    </span>
  )
}
