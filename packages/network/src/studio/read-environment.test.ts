import { toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from './read-environment.ts'
import { readStudio } from './read-studio.ts'

const read = (value: unknown) => readEnvironment(toJson(value as never))

describe('where tools run', () => {
  test('the network is on and the strongest enclosure is taken where nothing is written', () => {
    expect(readEnvironment(undefined)).toEqual({ sandbox: 'auto', network: 'on', workspace: '.' })
    expect(read({ kind: 'local' })).toEqual({ sandbox: 'auto', network: 'on', workspace: '.' })
  })

  test.each(['off', false, 'no', 'none', 0, {}])('the network is off for %j', (network) => {
    expect(read({ network }).network).toBe('off')
  })

  test('a kind of enclosure that is not known asks for the strongest', () => {
    expect(read({ sandbox: 'quickjs' }).sandbox).toBe('quickjs')
    expect(read({ sandbox: 'none' }).sandbox).toBe('bwrap')
    expect(read({ sandbox: false }).sandbox).toBe('bwrap')
  })

  test('[B-53] memory and a box are named; a kind that is not known is a box, which needs bubblewrap', () => {
    expect(read({ kind: 'memory' })).toMatchObject({ kind: 'memory', sandbox: 'auto' })
    expect(read({ kind: 'sandboxed' })).toMatchObject({ kind: 'sandboxed', sandbox: 'bwrap' })
    expect(read({ kind: 'sandboxed', sandbox: 'quickjs' })).toMatchObject({ sandbox: 'quickjs' })
    expect(read({ kind: 'docker' })).toMatchObject({ kind: 'sandboxed', sandbox: 'bwrap' })
  })

  test('[B-53] a function may say it, alone or beside what does not change', () => {
    expect(read('places.ts#choose')).toMatchObject({ from: 'places.ts#choose', network: 'on', workspace: '.' })
    expect(read({ from: 'places.ts#choose', network: 'off' })).toMatchObject({
      from: 'places.ts#choose',
      network: 'off',
    })
  })

  test('a block about where tools run leaves the ways of neuro-san in force', () => {
    const block = toJson({ environment: { network: 'off' }, fetch: { allow: ['127.0.0.1:80'] } })
    const studio = readStudio(block as never)
    expect(studio).toMatchObject({ disciplined: false, fetchAllow: ['127.0.0.1:80'] })
  })
})
