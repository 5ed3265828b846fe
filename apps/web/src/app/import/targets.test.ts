import { projectId } from '@slyglass/base'
import type { ProjectReply } from '@slyglass/protocol'
import { expect, test } from 'vitest'
import { importTargets, isComplete, targetFault, targetOf, trustWords } from './targets.ts'

function project(name: string, more: Partial<ProjectReply> = {}): ProjectReply {
  const network = { name: 'desk', file: 'registries/desk.hocon', serve: true, public: true, mcp: true }
  return {
    ...{ id: projectId(name), name, root: `/${name}`, sample: false, trusted: true, files: [], env: {} },
    ...{ manifest: 'registries/manifest.hocon', networks: [network], diagnostics: [], ...more },
  }
}
const [mine, other] = [project('mine'), project('other', { networks: [], trusted: false })]
const copy = project('studio', { sample: true })
const far = project('far', { server: { address: 'http://127.0.0.1:8080' } as NonNullable<ProjectReply['server']> })
const tool = { kind: 'tool' } as const
const network = { kind: 'network', name: 'shop' } as const

test('it goes into own folders and into what is open, never into a server', () => {
  expect(importTargets(undefined, [copy, mine, far, other])).toEqual([mine, other])
  expect(importTargets(other, [mine, other])).toEqual([other, mine])
  expect(importTargets(copy, [copy, mine])).toEqual([copy, mine])
  expect(importTargets(far, [far, mine])).toEqual([mine])
})

test('a tool goes into the first network of the open project, and keeps its name', () => {
  expect(targetOf(tool, {}, [mine, other])).toEqual({ kind: 'tool', project: mine, network: 'desk', name: '' })
  expect(targetOf(tool, { network: 'gone' }, [mine])).toMatchObject({ network: 'desk' })
  expect(targetFault(targetOf(tool, { project: other }, [mine, other]))).toContain('other has no network')
  expect(targetFault(targetOf(tool, {}, []))).toContain('no project')
  expect(isComplete(targetOf(tool, {}, [mine]))).toBe(true)
  expect(isComplete(targetOf(tool, {}, []))).toBe(false)
})

test('a network may begin a project, and does so rather than join a copy of samples', () => {
  expect(targetOf(network, {}, [mine])).toMatchObject({ project: mine, name: 'shop' })
  expect(targetOf(network, {}, [copy, mine]).project).toBeUndefined()
  expect(targetOf(network, { project: undefined }, [mine]).project).toBeUndefined()
  expect(targetOf(network, { project: copy }, [copy, mine]).project).toBe(copy)
  expect(isComplete(targetOf(network, {}, []))).toBe(true)
  expect(isComplete(targetOf(network, { name: ' ' }, []))).toBe(false)
  expect(targetOf(tool, { project: undefined }, [mine]).project).toBe(mine)
})

test('it is said before what becomes of the trust', () => {
  expect(trustWords(targetOf(tool, {}, [mine]))).toContain('mine has to be trusted anew')
  expect(trustWords(targetOf(network, {}, []))).toContain('The new project is not trusted')
  expect(trustWords(targetOf(tool, {}, [other]))).toContain('other is not trusted')
  expect(trustWords(targetOf({ kind: 'sample', name: 'basic' }, {}, [mine]))).not.toContain('anew')
})
