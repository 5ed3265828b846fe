import { projectId, runId, spanId } from '@slyglass/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSecret, isPlace, parseRoute, printRoute } from './address.ts'

describe('the address', () => {
  test('[S-25] a link to a call in a run names project, network, view, run and span', () => {
    const route = {
      page: 'network',
      project: projectId('prj_1'),
      network: 'basic/music_nerd_pro',
      view: 'trace',
      run: runId('run_7'),
      span: spanId('r/MusicNerdPro.m1#1'),
    } as const
    const link = '#/prj_1/basic%2Fmusic_nerd_pro/trace?run=run_7&span=r%2FMusicNerdPro.m1%231'
    expect(printRoute(route)).toBe(link)
    expect(parseRoute(link)).toEqual(route)
  })

  test('what is written is read back, whatever the names are', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' })
    fc.assert(
      fc.property(name, name, fc.constantFrom('edit', 'run', 'trace', 'sly'), name, (project, network, view, entry) => {
        fc.pre(project !== 'settings')
        const route = { page: 'network', project: projectId(project), network, view, entry } as const
        expect(parseRoute(printRoute(route))).toEqual(route)
      }),
    )
  })

  test('pages without a network have short addresses, and an unknown one is the start', () => {
    expect(printRoute({ page: 'networks', project: projectId('prj_1'), view: 'edit' })).toBe('#/prj_1')
    expect(parseRoute('#/settings')).toEqual({ page: 'settings', view: 'edit' })
    expect(parseRoute('')).toEqual({ page: 'home', view: 'edit' })
    expect(parseRoute('#/p/%E0%A4%A/nonsense')).toMatchObject({ network: '%E0%A4%A', view: 'edit' })
  })

  test('the token is taken from a printed address only', () => {
    expect(findSecret('#t=abc-123_x')).toEqual({ kind: 't', text: 'abc-123_x' })
    expect(findSecret('#c=abc-123_x')).toEqual({ kind: 'c', text: 'abc-123_x' })
    for (const other of ['#/t=abc', '#t=', '#c=', '#x=1', '']) expect(findSecret(other)).toBeUndefined()
  })

  test('no fragment is a place and holds a secret', () => {
    expect(isPlace('#/prj_1/desk/trace?run=run_7')).toBe(true)
    for (const other of ['#t=abc', '#c=abc', '#', '']) expect(isPlace(other)).toBe(false)
    fc.assert(fc.property(fc.string(), (text) => !(isPlace(text) && findSecret(text) !== undefined)))
  })
})
