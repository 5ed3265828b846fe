import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SlyDiff } from './contract.ts'
import { createVault } from './vault.ts'

const hmac = (text: string): string => createHmac('sha256', 'session key').update(text).digest('hex')
const texts = (values: Record<string, string>) => new Map(Object.entries(values))
const vaultOf = (values: Record<string, string>) => createVault({ hmac, values: texts(values) })
const diff = (set: Record<string, string>, del: string[] = [], opaque: Record<string, string> = {}): SlyDiff => ({
  set,
  del,
  opaque,
})

describe('the vault', () => {
  test('[M4] holds exact JSON text in order of entry', () => {
    const vault = vaultOf({ z: '3.0', a: '{"b": 1.50}', 10: '"x"' })
    expect([...vault.values()]).toEqual([...texts({ z: '3.0', a: '{"b": 1.50}', 10: '"x"' })])
  })

  test('[S-34] a reference tells key, fingerprint and size, and nothing of the value', () => {
    const [ref] = vaultOf({ token: '"tök"' }).refs()
    expect(ref).toEqual({ key: 'token', fingerprint: hmac('"tök"').slice(0, 32), bytes: 6 })
    expect(ref?.fingerprint).toMatch(/^[0-9a-f]{32}$/)
  })

  test('the version rises with a change, and only then', () => {
    const vault = vaultOf({ a: '1' })
    const before = vault.version
    vault.update(texts({ a: '1' }))
    vault.merge(vault.values(), diff({ a: '1' }))
    expect(vault.version).toBe(before)
    vault.update(texts({ a: '1.0' }))
    expect(vault.version).toBe(before + 1)
  })

  test('[N-28] what a client sends replaces key by key and leaves the rest', () => {
    const vault = vaultOf({ running_cost: '3.0', api_key: '"k"' })
    const change = vault.update(texts({ running_cost: '6.0' }))
    expect(change.set.map(({ key }) => key)).toEqual(['running_cost'])
    expect(change).toMatchObject({ removed: [], conflicts: [] })
    expect([...vault.values()]).toEqual([...texts({ running_cost: '6.0', api_key: '"k"' })])
  })

  test('[S-32] what a key held before is still looked for, until a person takes the key out', () => {
    const vault = vaultOf({ tok: '"tok-QX81-zzyy"', doc: '{"inner":["part-7781-abc"]}' })
    const finds = (text: string) =>
      vault
        .search('')
        .find(text)
        .map(({ key }) => key)
    vault.merge(vault.values(), diff({ tok: '"tok-NEW-4411"', doc: '{"inner":[]}' }))
    expect(finds('tok-QX81-zzyy part-7781-abc tok-NEW-4411')).toEqual(['tok', 'doc', 'tok'])
    vault.merge(vault.values(), diff({}, ['tok', 'doc']))
    expect(vault.isEmpty).toBe(false)
    expect(vault.search('')).toMatchObject({ values: 0, keys: [], longest: expect.any(Number) })
    expect(finds('tok-QX81-zzyy tok-NEW-4411')).toEqual(['tok', 'tok'])
    vault.replace(texts({}))
    expect([vault.isEmpty, finds('tok-QX81-zzyy')]).toEqual([true, []])
  })

  test('[S-32] a key that changes without end does not push out what another key held', () => {
    const vault = vaultOf({ tok: '"tok-QX81-zzyy"' })
    vault.merge(vault.values(), diff({}, ['tok']))
    for (let count = 0; count < 300; count += 1) vault.update(texts({ count: `"count-${count}-of-many"` }))
    expect(vault.search('').find('tok-QX81-zzyy')).toHaveLength(1)
  })

  test('[S-32] what a call has written and not handed over is looked for and not held', () => {
    const vault = vaultOf({})
    vault.foresee(texts({ fresh: '"fresh-5150-abc"' }))
    const { version } = vault
    vault.foresee(texts({ fresh: '"fresh-5150-abc"' }))
    expect([vault.version, vault.isEmpty, vault.values().size]).toEqual([version, false, 0])
    expect(vault.search('').find('fresh-5150-abc')).toMatchObject([{ key: 'fresh', strength: 'strong' }])
  })

  test('a person who edits the vault replaces everything, order included', () => {
    const vault = vaultOf({ a: '1', b: '2', c: '3' })
    const change = vault.replace(texts({ c: '3', a: '9' }))
    expect(change).toMatchObject({ set: [{ key: 'a' }], removed: ['b'] })
    expect([...vault.values().keys()]).toEqual(['c', 'a'])
  })

  test('[N-29] a value that a call replaced can still be shown to a person, until the key is taken out', () => {
    const vault = vaultOf({ running_cost: '3.0', other: '1' })
    const print = (text: string) => hmac(text).slice(0, 32)
    vault.merge(vault.values(), diff({ running_cost: '6.0' }))
    expect([vault.find('running_cost', print('3.0')), vault.find('running_cost', print('6.0'))]).toEqual(['3.0', '6.0'])
    expect(vault.find('other', print('3.0'))).toBeUndefined()
    vault.replace(texts({ other: '1' }))
    expect([vault.find('running_cost', print('3.0')), vault.find('running_cost', print('6.0'))]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('[N-19] what one call stores is there for the next', () => {
    const vault = vaultOf({})
    vault.merge(new Map(), diff({ record: '{"id": 1.0}' }))
    expect(vault.values().get('record')).toBe('{"id": 1.0}')
  })

  test('[N-72] two calls that overlap keep both of their disjoint writes', () => {
    const vault = vaultOf({ board: '{"a": 1}' })
    const handed = vault.values()
    vault.merge(handed, diff({ board: '{"a": 1, "x": 2}' }))
    const second = vault.merge(handed, diff({ board: '{"a": 1, "y": 3.0}' }))
    expect(vault.values().get('board')).toBe('{"a":1,"x":2,"y":3.0}')
    expect(second.conflicts).toEqual([])
  })

  test('[N-20] two calls that overlap on one value: the later stays and the loss is named', () => {
    const vault = vaultOf({ cost: '3.0' })
    const handed = vault.values()
    vault.merge(handed, diff({ cost: '6.0' }))
    expect(vault.merge(handed, diff({ cost: '7.0' }))).toMatchObject({
      set: [{ key: 'cost' }],
      conflicts: [{ path: '/cost' }],
    })
    expect(vault.values().get('cost')).toBe('7.0')
  })

  test('a deletion deletes, and deleting what another changed is a conflict', () => {
    const vault = vaultOf({ a: '1', b: '1' })
    const handed = vault.values()
    vault.update(texts({ b: '2' }))
    expect(vault.merge(handed, diff({}, ['a', 'b']))).toMatchObject({
      removed: ['a', 'b'],
      conflicts: [{ path: '/b' }],
    })
    expect(vault.values().size).toBe(0)
  })

  test('[M4] a value that cannot be JSON is known by its type only', () => {
    const vault = vaultOf({ db: '"url"' })
    expect(vault.merge(vault.values(), diff({}, [], { db: 'Connection' })).removed).toEqual(['db'])
    expect([...vault.opaque()]).toEqual([['db', 'Connection']])
    expect(vault.values().has('db')).toBe(false)
    vault.merge(vault.values(), diff({}, ['db']))
    expect(vault.opaque().size).toBe(0)
  })

  test('a search is made once for a version', () => {
    const vault = vaultOf({ token: '"k-demo-7431"' })
    expect(vault.search('x')).toBe(vault.search('x'))
    const before = vault.search('x')
    vault.update(texts({ token: '"k-demo-9999"' }))
    expect(before.find('k-demo-9999')).toEqual([])
    expect(vault.search('x').find('k-demo-9999')).toHaveLength(1)
  })

  test('names of object members are keys like any other', () => {
    const vault = vaultOf(JSON.parse('{"__proto__": "1", "constructor": "2"}'))
    expect([...vault.values()]).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  test('text that is no JSON is a defect, and the message holds nothing of it', () => {
    expect(() => vaultOf({ token: 'k-demo-7431' })).toThrow('sly data token is no JSON at character 0')
  })
})
