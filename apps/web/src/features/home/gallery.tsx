import type { SampleReply } from '@slyglass/protocol'
import { useState } from 'react'
import { useStudio } from '../../app/public/studio.ts'
import { Segments } from '../../ui/index.ts'
import { CopySample } from './copy-sample.tsx'
import { SampleCard } from './sample-card.tsx'
import { findSamples, groupSamples } from './sample-groups.ts'

interface Props {
  readonly samples: readonly SampleReply[]
  /** The network that is being opened. */
  readonly opening: string | undefined
  onOpen(sample: SampleReply): void
}

/** The samples by what they show, narrowed by a group and by words. */
export function Gallery({ samples, opening, onOpen }: Props) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState('all')
  const project = useStudio((state) => state.project)
  const own = project?.sample === false && project.server === undefined ? project : undefined
  const names = ['all', ...groupSamples(samples).map((group) => group.name)]
  const shown = groupSamples(findSamples(samples, words)).filter(({ name }) => chosen === 'all' || name === chosen)
  const count = shown.reduce((sum, group) => sum + group.samples.length, 0)
  return (
    <>
      <div className="gallery-filter">
        <input
          className="input"
          type="search"
          aria-label="Search samples"
          placeholder="Search samples"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <span role="status" aria-label="Samples found" className="meta text-3">
          {samples.length === 0 ? '' : `${count} of ${samples.length}`}
        </span>
        <Segments
          label="What samples show"
          value={chosen}
          options={names.map((name) => ({ value: name, text: name }))}
          onChange={setChosen}
        />
      </div>
      <ul className="gallery" aria-label="Samples">
        {shown.map((group) => (
          <li key={group.name}>
            <h3>{group.name}</h3>
            <ul className="samples" aria-label={group.name}>
              {group.samples.map((sample) => (
                <li key={`${sample.name} ${sample.network}`}>
                  <SampleCard sample={sample} opening={opening === sample.network} onOpen={() => onOpen(sample)} />
                  {own === undefined ? null : <CopySample key={own.id} sample={sample} project={own} />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}
