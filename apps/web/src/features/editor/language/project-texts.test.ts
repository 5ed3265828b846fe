import { projectId } from '@slyglass/base'
import { afterEach, expect, test, vi } from 'vitest'
import { useStudio } from '../../../app/public/studio.ts'
import { resetWorkspace, useWorkspace } from '../../../app/public/workspace.ts'
import { projectTexts, readProjectTexts } from './project-texts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  resetWorkspace()
  useStudio.setState({ project: undefined })
})

/** A server with these answers, by the end of the address; what it has none for is missing. */
function serve(answers: Readonly<Record<string, readonly [status: number, body: object]>>): void {
  vi.stubGlobal('sessionStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async (path: string) => {
    const found = Object.entries(answers).find(([doc]) => path.endsWith(`/${doc}`))
    const [status, body] = found?.[1] ?? [404, { error: { code: 'file-missing', message: 'No.' } }]
    return new Response(JSON.stringify(body), { status })
  })
}

function openProject(id: string): void {
  const more = { trusted: true, sample: false, manifest: null, networks: [], files: [], diagnostics: [], env: {} }
  useStudio.setState({ project: { id: projectId(id), name: 'desk', root: '/desk', ...more } })
}

test('[B49] a file that leads out of the project is kept as such, unlike a missing one, until its text can be had', async () => {
  serve({ 'link.hocon': [403, { error: { code: 'outside', message: 'No.' } }] })
  openProject('prj_1')
  expect(await readProjectTexts(['link.hocon', 'gone.hocon'])).toBe(true)
  expect(useWorkspace.getState().outside).toEqual(['link.hocon'])
  expect(await readProjectTexts(['link.hocon', 'gone.hocon'])).toBe(false)
  serve({ 'link.hocon': [200, { path: 'link.hocon', text: 'x = 1', hash: 'h' }] })
  openProject('prj_2')
  expect(await readProjectTexts(['link.hocon'])).toBe(true)
  expect([useWorkspace.getState().outside, projectTexts().get('link.hocon')]).toEqual([[], 'x = 1'])
})
