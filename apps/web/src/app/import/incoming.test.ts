import { expect, test } from 'vitest'
import { decodeIncoming, incomingFile, incomingTyped, networkFault } from './incoming.ts'

const fileOf = (name: string, size = 10) => incomingFile({ name, size })

test('a file is an exported tool, a network, or said to be neither', () => {
  expect(fileOf('get_weather.tool.json')).toEqual({ ok: true, value: { kind: 'tool' } })
  expect(fileOf('Shop.HOCON')).toEqual({ ok: true, value: { kind: 'network', name: 'Shop' } })
  expect(fileOf('shop.conf')).toEqual({ ok: true, value: { kind: 'network', name: 'shop' } })
  for (const name of ['notes.txt', 'basic', 'shop.hocon.zip', '.hocon'])
    expect(fileOf(name)).toEqual({ ok: false, error: expect.stringContaining(`${name} is neither`) })
})

test('a file over 5 MB is not read', () => {
  expect(fileOf('shop.hocon', 5_000_000).ok).toBe(true)
  expect(fileOf('shop.hocon', 5_000_001)).toEqual({ ok: false, error: 'shop.hocon is larger than 5 MB.' })
})

test('what is typed is a path by its ending, else the name of samples', () => {
  expect(incomingTyped('/home/me/shop.hocon')).toEqual({ ok: true, value: { kind: 'network', name: 'shop' } })
  expect(incomingTyped('C:\\mine\\fee.tool.json')).toEqual({ ok: true, value: { kind: 'tool' } })
  expect(incomingTyped('basic')).toEqual({ ok: true, value: { kind: 'sample', name: 'basic' } })
  expect(incomingTyped('basic/music_nerd_pro')).toEqual({
    ok: true,
    value: { kind: 'sample', name: 'basic/music_nerd_pro' },
  })
  for (const typed of ['', '/home/me', '~/shop', 'shop.txt', '../basic', 'C:\\mine'])
    expect([typed, incomingTyped(typed).ok]).toEqual([typed, false])
})

test('a text is decoded with every byte of it, and other bytes are no text', () => {
  const text = '\uFEFFa = "ü"\r\n'
  expect(decodeIncoming('a.hocon', new TextEncoder().encode(text).buffer)).toEqual({ ok: true, value: text })
  expect(decodeIncoming('a.hocon', new Uint8Array([0xc3]).buffer)).toEqual({
    ok: false,
    error: 'a.hocon is not text in UTF-8.',
  })
})

test('a network without text, or with too much of it, is not sent', () => {
  expect(networkFault('shop', 'a = 1')).toBeUndefined()
  expect(networkFault('shop', ' \n')).toBe('shop is empty.')
  expect(networkFault('shop', 'a'.repeat(1_000_001))).toContain('longer than 1,000,000 characters')
})
