import type { SampleReply } from '@slyglass/protocol'

/** What samples are about, in the order of the gallery. The first tag of a network is its group. */
const ORDER =
  'private data,networks,tools,errors,safety,limits,parallel,context,testing,code,commands,media,retrieval'.split(',')

export interface SampleGroup {
  readonly name: string
  readonly samples: readonly SampleReply[]
}

/** Samples by group; within one, those to start with come first. */
export function groupSamples(samples: readonly SampleReply[]): readonly SampleGroup[] {
  const names = new Set([...ORDER, ...samples.map(groupOf)])
  return [...names].flatMap((name) => {
    const own = samples.filter((sample) => groupOf(sample) === name).sort((a, b) => later(a) - later(b))
    return own.length === 0 ? [] : [{ name, samples: own }]
  })
}

/** Samples that hold every word, wherever in their card. */
export function findSamples(samples: readonly SampleReply[], words: string): readonly SampleReply[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return samples.filter(({ title, description, tags, needs }) => {
    const card = [title, description, ...tags, ...needs].join(' ').toLowerCase()
    return wanted.every((word) => card.includes(word))
  })
}

const groupOf = ({ tags }: SampleReply) => tags[0] ?? 'others'
const later = ({ tags }: SampleReply) => (tags.includes('start here') ? 0 : 1)
