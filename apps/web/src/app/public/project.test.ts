import { projectId } from '@slyglass/base'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshProject, trustProject } from './project.ts'
import { type StudioState, useStudio } from './studio.ts'

type Project = NonNullable<StudioState['project']>

const project = (id: string, trusted: boolean): Project => ({
  ...{ id: projectId(id), name: 'desk', root: '/desk', trusted, sample: false, manifest: null },
  ...{ networks: [], files: [], diagnostics: [], env: {} },
})

const answers = new Map<string, (reply: object) => void>()

beforeEach(() => {
  answers.clear()
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', (path: string) => {
    return new Promise<Response>((resolve) =>
      answers.set(path, (reply) => resolve(new Response(JSON.stringify(reply), { status: 200 }))),
    )
  })
  useStudio.setState({ project: project('prj_1', false), networkName: undefined })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useStudio.setState({ project: undefined })
})

const asked = (path: string) =>
  vi.waitFor(() => expect([...answers.keys()]).toContainEqual(expect.stringMatching(path)), { timeout: 60_000 })
const answer = (path: string, reply: object) => [...answers].find(([asked]) => asked.match(path))?.[1](reply)

test('what was asked before the folder was trusted does not make it untrusted again when it comes late', async () => {
  const read = refreshProject()
  const trust = trustProject(true)
  await asked('/trust$')
  answer('/trust$', project('prj_1', true))
  await trust
  answer('prj_1$', project('prj_1', false))
  await read
  expect(useStudio.getState().project?.trusted).toBe(true)
})

test('trust that is told late does not bring back a project that its person has left', async () => {
  const trust = trustProject(true)
  await asked('/trust$')
  useStudio.setState({ project: project('prj_2', false) })
  answer('/trust$', project('prj_1', true))
  await trust
  expect(useStudio.getState().project?.id).toBe('prj_2')
})
