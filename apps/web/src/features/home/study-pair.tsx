import type { SampleReply } from '@slyglass/protocol'
import { useState } from 'react'
import { openBeside } from '../../app/public/beside.ts'
import { sentenceOf } from '../../app/public/files.ts'
import { openProject } from '../../app/public/project.ts'
import { useStudio } from '../../app/public/studio.ts'
import { LinkButton } from '../../ui/index.ts'

const PAIR = 'basic/music_nerd_pro'

/** The two files to begin with: a tool in a few lines, and the network that calls it. */
export function StudyPair({ samples }: { readonly samples: readonly SampleReply[] }) {
  const [refusal, setRefusal] = useState<string>()
  const sample = samples.find(({ network }) => network === PAIR)
  if (sample === undefined) return null
  const open = async () => {
    const failure = await openProject({ sample: sample.name }, sample.network)
    const file = useStudio.getState().preflight?.tools.find((tool) => tool.file !== undefined)?.file
    if (failure !== undefined) setRefusal(sentenceOf(failure))
    else if (file !== undefined) await openBeside(file)
  }
  return (
    <p className="meta">
      <LinkButton onClick={open}>Read a tool and its network side by side</LinkButton>{' '}
      <span className="text-3">{refusal ?? 'the Accountant and music_nerd_pro'}</span>
    </p>
  )
}
