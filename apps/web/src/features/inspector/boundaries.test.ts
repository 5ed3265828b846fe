import { readNetwork } from '@slyglass/network'
import { expect, test } from 'vitest'
import { privateKeys } from '../../app/public/crossings.ts'
import { boundariesOf } from './boundaries.ts'

function boundaries(env: Readonly<Record<string, string>>) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a substitution of HOCON
  const rule = '["a", ${?extra_key}]'
  const text = `{ tools = [ { name = desk, instructions = "i", tools = ["/far"], allow { to_downstream { sly_data = ${rule} } } } ] }`
  const network = readNetwork({ network: 'n', file: 'n.hocon', texts: { 'n.hocon': text }, env, networks: ['far'] })
  const entry = network.frontMan
  return entry === undefined ? [] : boundariesOf(entry, privateKeys(network, []))
}

test('[B71] the table of an allow rule shows the keys that pass, and the optional slot that is not set beside them', () => {
  const out = boundaries({}).find(({ title }) => title === 'To /far')
  expect(out).toMatchObject({ passed: [{ key: 'a', as: 'a' }], withheld: [], unset: ['extra_key'] })
  expect(boundaries({}).filter(({ unset }) => unset.length > 0)).toEqual([out])
  const set = boundaries({ extra_key: 'b' }).find(({ title }) => title === 'To /far')
  expect(set).toMatchObject({ passed: [{ key: 'a' }, { key: 'b' }], unset: [] })
})
