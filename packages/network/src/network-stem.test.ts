import { expect, test } from 'vitest'
import { networkStem } from './index.ts'

test.each([
  ['desk', 'desk'],
  ['desk.HOCON', 'desk'],
  ['Shop floor', 'Shop_floor'],
  ['basic/desk', 'basic_desk'],
  ['../desk', 'desk'],
  ['v1.2', 'v1_2'],
  ['console', 'console'],
  ['com10', 'com10'],
  ['nul.old', 'nul_old'],
])('%j is the file %s.hocon', (name, stem) => {
  expect(networkStem(name)).toEqual({ ok: true, value: stem })
})

test.each([
  ['CON', /CON is the name of a device on Windows/],
  ['nul.hocon', /nul is the name of a device/],
  ['lpt1', /device/],
  ['_aux_', /aux is the name of a device/],
  ['desk.', /"desk\." ends with a dot/],
  ['desk ', /"desk " ends with a blank/],
  ['desk .hocon', /ends with a blank/],
  ['...', /ends with a dot/],
  ['///', /gives no name/],
  ['', /gives no name/],
  ['Manifest.hocon', /list of the networks/],
])('%j is refused with the reason', (name, why) => {
  const stem = networkStem(name)
  expect(stem.ok ? stem.value : stem.error.message).toMatch(why)
})
