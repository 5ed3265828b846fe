import { projectId, runId } from '@slyglass/base'
import type { ProjectReply } from '@slyglass/protocol'
import { expect, test } from 'vitest'
import { chooseRecent, waitingWords } from './recent-projects.ts'

const project = (name: string, more: Partial<ProjectReply> = {}): ProjectReply => ({
  ...{ id: projectId(`prj_${name}`), name, root: `/${name}`, trusted: true, sample: false, manifest: null },
  ...{ networks: [], files: [], diagnostics: [], env: {} },
  ...more,
})
const waiting = { questions: 1, run: runId('run_1'), network: 'desk' }

test('own folders are all listed, of samples the newest three and those in which something waits', () => {
  const samples = ['a', 'b', 'c', 'd'].map((name) => project(name, { sample: true }))
  const asking = project('e', { sample: true, waiting })
  const own = ['f', 'g', 'h', 'i'].map((name) => project(name))
  const listed = chooseRecent([...samples, asking, ...own]).map(({ name }) => name)
  expect(listed).toEqual(['a', 'b', 'c', 'e', 'f', 'g', 'h', 'i'])
})

test('questions are counted in words', () => {
  expect([1, 2].map(waitingWords)).toEqual(['1 question waits', '2 questions wait'])
})
