import type { SampleReply } from '@slyglass/protocol'
import { describe, expect, test } from 'vitest'
import { findSamples, groupSamples } from './sample-groups.ts'

const sample = (title: string, ...tags: string[]): SampleReply => ({
  name: title,
  network: title,
  title,
  description: `Shows ${title} at work.`,
  entries: 2,
  tags,
  needs: ['python'],
})
const titles = (samples: readonly SampleReply[]) => samples.map((one) => one.title)

describe('the gallery of samples', () => {
  test('groups by the first tag, private data first, groups that it does not know last', () => {
    const groups = groupSamples([
      sample('clay', 'pottery'),
      sample('loner'),
      sample('media', 'media'),
      sample('vault', 'private data', 'media'),
    ])
    expect(groups.map((group) => group.name)).toEqual(['private data', 'media', 'pottery', 'others'])
    expect(groups.map((group) => titles(group.samples))).toEqual([['vault'], ['media'], ['clay'], ['loner']])
  })

  test('samples to start with come first in their group, the rest keeps its order', () => {
    const [group] = groupSamples([sample('b', 'tools'), sample('a', 'tools'), sample('c', 'tools', 'start here')])
    expect(titles(group?.samples ?? [])).toEqual(['c', 'b', 'a'])
  })

  test('a search finds every word anywhere in a card, in any case', () => {
    const all = [sample('orders', 'tools', 'TypeScript'), sample('clock', 'tools'), sample('vault', 'private data')]
    expect(titles(findSamples(all, 'TOOLS work'))).toEqual(['orders', 'clock'])
    expect(titles(findSamples(all, ' typescript '))).toEqual(['orders'])
    expect(titles(findSamples(all, 'python vault'))).toEqual(['vault'])
    expect(findSamples(all, 'nothing')).toEqual([])
    expect(findSamples(all, '')).toEqual(all)
  })
})
