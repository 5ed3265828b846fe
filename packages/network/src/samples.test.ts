import { readdirSync, readFileSync } from 'node:fs'
import { applyTextEdits } from '@slyglass/base'
import { expect, test } from 'vitest'
import { planEdit, readManifest, readNetwork } from './index.ts'

const root = new URL('../../../samples/studio/', import.meta.url)
const texts = Object.fromEntries(
  readdirSync(new URL('registries', root), { recursive: true })
    .map((name) => `registries/${name}`)
    .filter((file) => file.endsWith('.hocon'))
    .map((file) => [file, readFileSync(new URL(file, root), 'utf8')]),
)
const { networks } = readManifest({ file: 'registries/manifest.hocon', texts })

test('the sample networks are read without anything to complain about', () => {
  expect(networks.length).toBeGreaterThan(3)
  for (const { name, file } of networks) {
    const network = readNetwork({ network: name, file, texts, networks: networks.map((one) => one.name) })
    expect([name, network.diagnostics, network.missingIncludes]).toEqual([name, [], []])
    expect(network.frontMan?.kind).toBe('agent')
  }
})

test('renaming Accountant changes exactly the bytes of its name in the sample, in both places', () => {
  const file = 'registries/basic/music_nerd_pro.hocon'
  const text = texts[file] ?? ''
  const planned = planEdit(
    { network: 'basic/music_nerd_pro', file, texts },
    { kind: 'rename-entry', entry: 'Accountant', to: 'Bookkeeper' },
  )
  if (!planned.ok) throw new Error(planned.error.message)
  expect(planned.value.map(({ doc, from, to, text: name }) => [doc, text.slice(from, to), name])).toEqual([
    [file, 'Accountant', 'Bookkeeper'],
    [file, 'Accountant', 'Bookkeeper'],
  ])
  expect(
    readNetwork({ network: 'x', file, texts: { ...texts, [file]: applyTextEdits(text, planned.value) } }).edges,
  ).toEqual([{ from: 'MusicNerdPro', to: 'Bookkeeper', kind: 'tools', target: 'entry' }])
})
