import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { toolSources } from './tool-paths.ts'

test('[N-52] tools lie in coded_tools of the project, unless AGENT_TOOL_PATH says where', () => {
  const root = join('/', 'projects', 'shop')
  expect(toolSources(root, 'basic/desk', {})).toEqual({
    projectRoot: root,
    toolRoots: [join(root, 'coded_tools')],
    pythonPath: [root],
    network: 'basic/desk',
  })
  const elsewhere = ['tools/own', join('/', 'far', 'tools')].join(delimiter)
  expect(toolSources(root, 'desk', { AGENT_TOOL_PATH: elsewhere }).toolRoots).toEqual([
    join(root, 'tools', 'own'),
    join('/', 'far', 'tools'),
  ])
})

test('[N-52] AGENT_TOOL_PATH may be a Python package, and PYTHONPATH adds import roots once each', () => {
  const root = join('/', 'projects', 'shop')
  const env = { AGENT_TOOL_PATH: 'neuro.tools', PYTHONPATH: ['.', 'lib', 'lib'].join(delimiter) }
  const { toolRoots, pythonPath } = toolSources(root, 'desk', env)
  expect(toolRoots).toEqual([join(root, 'neuro', 'tools')])
  expect(pythonPath).toEqual([root, join(root, 'lib')])
})
