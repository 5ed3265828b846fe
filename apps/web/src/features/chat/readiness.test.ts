import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { findObstacle } from './readiness.ts'

type Facts = Parameters<typeof findObstacle>[0]

const facts = (change: object): Facts =>
  ({
    project: { trusted: true },
    networkName: 'basic/music',
    network: { frontMan: { name: 'MusicNerdPro' } },
    diagnostics: [],
    preflight: { network: 'basic/music', tools: [{ entry: 'Accountant', language: 'python' }] },
    status: { python: { found: true } },
    ...change,
  }) as unknown as Facts

describe('what keeps a message from being sent', () => {
  test('nothing, when the folder is trusted and the network is whole', () => {
    expect(findObstacle(facts({}))).toBeUndefined()
  })

  test('[S-12] an untrusted folder', () => {
    expect(findObstacle(facts({ project: { trusted: false } }))?.title).toBe('This folder is not trusted.')
  })

  test('[B28] a stray brace, told with what is expected in its place', () => {
    const text = '{ tools = [ { name = a, instructions = "i" } } ] }'
    const { diagnostics } = readNetwork({ network: 'n', file: 'n.hocon', texts: { 'n.hocon': text } })
    expect(findObstacle(facts({ diagnostics }))?.hint).toContain('"}" closes nothing here; "]" or "," is expected')
  })

  test('errors of the network, not its warnings', () => {
    const error = { severity: 'error', message: 'Line 23: } closes nothing' }
    expect(findObstacle(facts({ diagnostics: [{ severity: 'warning' }] }))).toBeUndefined()
    expect(findObstacle(facts({ diagnostics: [error] }))).toEqual({
      title: 'The network has an error.',
      hint: 'Line 23: } closes nothing (Problems, under Edit, shows where)',
    })
  })

  test('[S-43] a missing Python names the tools that need it; a TypeScript network goes on', () => {
    const none = { python: { found: false, hint: 'Install Python 3.10.' } }
    expect(findObstacle(facts({ status: none }))).toEqual({
      title: 'Python is missing, and Accountant needs it.',
      hint: 'Install Python 3.10.',
    })
    const tools = [{ entry: 'Accountant', language: 'typescript' }]
    expect(findObstacle(facts({ status: none, preflight: { tools } }))).toBeUndefined()
  })
})
