import { describe, expect, test } from 'vitest'
import { chooseEnclosure, type SandboxMeans } from './levels.ts'

const ALL: SandboxMeans = { bwrap: true, permission: true, isolation: 'auto', network: 'on' }
const asks = (sandbox: 'auto' | 'bwrap' | 'quickjs' | 'permission', network: 'on' | 'off' = 'on') => ({
  environment: { sandbox, network, workspace: '.' },
})

describe('the enclosure of a host', () => {
  test.each([
    ['everything is there', 'python', {}, 'bwrap'],
    ['everything is there', 'typescript', {}, 'bwrap'],
    ['bubblewrap is missing', 'typescript', { bwrap: false }, 'permission'],
    ['bubblewrap is missing', 'python', { bwrap: false }, 'host'],
    ['nothing is there', 'typescript', { bwrap: false, permission: false }, 'host'],
    ['the person wants none', 'typescript', { isolation: 'host' }, 'host'],
  ] as const)('is the strongest that is there: %s (%s)', (_what, language, means, level) => {
    expect(chooseEnclosure({}, language, { ...ALL, ...means })).toEqual({ ok: true, value: { level, network: 'on' } })
  })

  test('is never weaker than the network asks for', () => {
    const none = { ...ALL, bwrap: false, permission: false }
    expect(chooseEnclosure(asks('bwrap'), 'python', none)).toMatchObject({ ok: false })
    expect(chooseEnclosure(asks('permission'), 'typescript', none)).toMatchObject({ ok: false })
    expect(chooseEnclosure(asks('permission'), 'python', { ...none, permission: true })).toMatchObject({ ok: false })
    expect(chooseEnclosure(asks('permission'), 'python', ALL)).toMatchObject({ ok: true, value: { level: 'bwrap' } })
    expect(chooseEnclosure(asks('quickjs'), 'python', ALL)).toMatchObject({ ok: false })
  })

  test('[B-44] a sandboxed environment is refused by its name where there is no bubblewrap', () => {
    const environment = { kind: 'sandboxed', sandbox: 'bwrap', network: 'on', workspace: '.' } as const
    const chosen = chooseEnclosure({ environment }, 'python', { ...ALL, bwrap: false })
    expect(chosen).toMatchObject({
      error: expect.stringContaining('studio.environment.kind = sandboxed needs bubblewrap'),
    })
  })

  test('has no network where the network file or the person says so, or does not run', () => {
    expect(chooseEnclosure(asks('auto', 'off'), 'python', ALL)).toMatchObject({ value: { network: 'off' } })
    expect(chooseEnclosure(asks('auto', 'on'), 'python', { ...ALL, network: 'off' })).toMatchObject({
      value: { network: 'off' },
    })
    expect(chooseEnclosure(asks('auto', 'off'), 'typescript', { ...ALL, bwrap: false })).toMatchObject({ ok: false })
    expect(chooseEnclosure(asks('quickjs', 'off'), 'typescript', { ...ALL, bwrap: false })).toMatchObject({ ok: true })
  })
})
