import { readNetwork } from '@slyglass/network'
import { describe, expect, test } from 'vitest'
import { findNote, findObstacle } from './readiness.ts'

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

  describe('[S-43] a missing Python', () => {
    const NETWORK = `
tools = [
  { name = desk, function.description = "D", instructions = "I", tools = [fares, seats] }
  { name = fares, function.description = "F", class = "fares.Fares" }
  { name = seats, function.description = "S", class = "seats.Seats" }
]`
    const lacking = (languages: Record<string, string>, text = NETWORK) => {
      const network = readNetwork({ network: 'n', file: 'n.hocon', texts: { 'n.hocon': text } })
      const tools = Object.entries(languages).map(([entry, language]) => ({ entry, language }))
      const status = { python: { found: false, hint: 'Install Python 3.10.' } }
      const given = facts({ network, preflight: { network: 'n', tools }, status })
      return [findObstacle(given)?.title, findNote(given)?.title]
    }

    test('keeps nothing back of a network that needs TypeScript alone', () => {
      expect(lacking({ fares: 'typescript', seats: 'typescript' })).toEqual([undefined, undefined])
    })

    test('keeps messages back where nothing could be called, and names what needs it', () => {
      expect(lacking({ fares: 'python', seats: 'python' })).toEqual([
        'Python is missing, and fares, seats need it.',
        undefined,
      ])
    })

    test('is only noted where other tools work', () => {
      expect(lacking({ fares: 'python', seats: 'typescript' })).toEqual([
        undefined,
        'Python is missing, and fares needs it; the rest works.',
      ])
      const far = NETWORK.replace('tools = [fares, seats]', 'tools = [fares, seats, "/carrier"]')
      expect(lacking({ fares: 'python', seats: 'python' }, far)[0]).toBeUndefined()
    })

    test('is nothing to a tool that a mock answers for', () => {
      expect(lacking({ fares: 'python', seats: 'typescript' }, `${NETWORK}\nstudio.mocks.fares.result = 1`)).toEqual([
        undefined,
        undefined,
      ])
    })

    test('keeps messages back where the front man has middleware, since nobody could answer', () => {
      const wrapped = NETWORK.replace(
        'tools = [fares, seats]',
        'tools = [fares, seats], middleware = [{ class = "m.M" }]',
      )
      expect(lacking({ fares: 'typescript', seats: 'typescript' }, wrapped)[0]).toBe(
        'Python is missing, and desk needs it.',
      )
    })
  })
})
