import { applyTextEdits, invertTextEdits, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { type Network, type NetworkEdit, planEdit } from '../index.ts'
import { readNetworkSource } from '../read-network.ts'
import { haveNetworks, linesOf, networkSets, readWithIncludes } from '../testing/public-networks.ts'
import { isIntended } from './expected.ts'

/** Share of all edits that a run tries; the whole takes minutes. */
const SHARE = process.env.SLYGLASS_SOAK === '1' ? 1 : 0.015

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Edits of the network as a whole. */
function editsOfTop({ documents }: Network): readonly NetworkEdit[] {
  const set = (path: readonly string[], value: unknown): NetworkEdit => ({
    kind: 'set-network-field',
    path,
    value: toJson(value),
  })
  return [
    set(['max_steps'], 40),
    set(['llm_config', 'temperature'], 0.5),
    set(['metadata', 'description'], 'Says what the network is for'),
    set(['metadata'], null),
    ...documents.slice(1).map((doc): NetworkEdit => ({ kind: 'remove-include', doc })),
  ]
}

function editsOf({ entries }: Network): readonly NetworkEdit[] {
  const names = entries.map(({ name }) => name)
  return entries.flatMap((entry, index): NetworkEdit[] => {
    const { name } = entry
    const other = names[(index + 1) % names.length] ?? name
    const set = (path: readonly string[], value: unknown): NetworkEdit => ({
      kind: 'set-field',
      entry: name,
      path,
      value: toJson(value),
    })
    return [
      { kind: 'rename-entry', entry: name, to: 'Renamed_Entry' },
      { kind: 'remove-entry', entry: name },
      { kind: 'connect', caller: name, callee: other },
      { kind: 'connect', caller: name, callee: '/other/network' },
      { kind: 'add-agent', name: 'New_Agent', caller: name },
      { kind: 'add-coded-tool', name: 'new_tool', className: 'new_tool.NewTool', caller: name },
      { kind: 'add-toolbox-tool', name: 'new_search', toolbox: 'brave_search', caller: name },
      ...entry.tools.map((reference): NetworkEdit => ({ kind: 'disconnect', caller: name, callee: reference.name })),
      set(['instructions'], 'One line\nand "another".\n'),
      set(['instructions'], `${entry.instructions ?? ''}!`),
      set(['function', 'description'], 'Says what it does'),
      set(['llm_config', 'temperature'], 0.5),
      set(['allow', 'to_upstream', 'sly_data'], ['a', 'b']),
      set(['function', 'parameters', 'properties', 'extra'], { type: 'string', description: 'More' }),
      set(['tools'], null),
      { kind: 'duplicate-entry', entry: name, to: 'Copied_Entry' },
      { kind: 'move-entry', entry: name },
      ...(other === name ? [] : [{ kind: 'move-entry', entry: name, before: other } as const]),
      { kind: 'set-where-defined', entry: name, path: ['function', 'description'], value: 'Says what it does' },
      { kind: 'set-piece', entry: name, path: ['instructions'], piece: 0, text: 'One line\nand "another".' },
      { kind: 'set-piece', entry: name, path: ['instructions'], piece: 2, text: 'Short.' },
      { kind: 'extract-to-commondefs', entry: name, path: ['instructions'], name: 'extracted_text' },
      { kind: 'extract-to-commondefs', entry: name, path: ['function'], name: 'extracted_value' },
      { kind: 'inline', entry: name, path: ['instructions'] },
      { kind: 'inline', entry: name, path: ['function'] },
      { kind: 'add-agent', name: 'New_Agent', caller: name, template: 'aaosa' },
    ]
  })
}

/** Told from the edges and instructions alone. */
function isRenamed(before: Network, after: Network, from: string, to: string): boolean {
  const name = (text: string) => (text === from ? to : text)
  const shape = ({ edges, entries }: Network, change: (text: string) => string) =>
    JSON.stringify([
      edges.map((edge) => [change(edge.from), change(edge.to), edge.kind, edge.target]),
      entries.map((entry) => [change(entry.name), entry.instructions, entry.description, entry.className]),
    ])
  return shape(before, name) === shape(after, (text) => text)
}

// What people are told instead of getting an edit, when that is so by the rules.
const RULES = new Set([
  'already-connected',
  'not-an-agent',
  'is-front-man',
  'no-value',
  'no-text',
  'no-piece',
  'in-pieces',
  'no-substitution',
  'no-aaosa',
  'not-included',
  'bad-value',
])

describe.skipIf(!haveNetworks)('every edit of the public networks', () => {
  test('does exactly what was asked, is undone by its inverse, and is refused only by rule', {
    timeout: 7_200_000,
  }, () => {
    const next = random(20)
    let [tried, all, refused] = [0, 0, 0]
    const failures: string[] = []
    const refusals = new Map<string, readonly string[]>()
    for (const { root, answers } of networkSets) {
      for (const line of linesOf(answers)) {
        const { file, network: isNetwork } = JSON.parse(line) as { file: string; network?: unknown }
        if (isNetwork === undefined || file.includes('deployable_template')) continue
        const { network, input } = readWithIncludes(root, file)
        const before = readNetworkSource(input)
        for (const edit of [...editsOfTop(network), ...editsOf(network)]) {
          all += 1
          if (next() >= SHARE) continue
          tried += 1
          const planned = planEdit(input, edit)
          if (!planned.ok) {
            if (RULES.has(planned.error.code)) continue
            refused += 1
            refusals.set(edit.kind, [...(refusals.get(edit.kind) ?? []), file])
            continue
          }
          const texts: Record<string, string> = { ...input.texts }
          for (const doc of new Set(planned.value.map((one) => one.doc))) {
            const edits = planned.value.filter((one) => one.doc === doc)
            const text = input.texts[doc] ?? ''
            texts[doc] = applyTextEdits(text, edits)
            if (applyTextEdits(texts[doc], invertTextEdits(text, edits)) !== text) failures.push(`${file}: not undone`)
          }
          const after = readNetworkSource({ ...input, texts })
          if (edit.kind === 'rename-entry' && !isRenamed(network, after.network, edit.entry, edit.to))
            failures.push(`${file}: edges`)
          if (!isIntended(before, after, edit, planned.value)) failures.push(`${file}: ${JSON.stringify(edit)}`)
        }
      }
    }
    if (process.env.SLYGLASS_SOAK === '1')
      for (const [kind, files] of refusals)
        console.log(`${kind}: ${files.length}, such as ${files.slice(0, 3).join(', ')}`)
    console.log(`edits of the public networks: ${tried} of ${all} tried, ${refused} could not be written`)
    expect(failures).toEqual([])
    expect(refused).toBeLessThan(tried * 0.03)
    expect(tried).toBeGreaterThan(60)
  })

  test('keeps the line ends, the byte-order mark and the missing last line break of its files', {
    timeout: 7_200_000,
  }, () => {
    const next = random(5)
    let tried = 0
    for (const { root, answers } of networkSets) {
      for (const line of linesOf(answers)) {
        const { file, network: isNetwork } = JSON.parse(line) as { file: string; network?: unknown }
        if (isNetwork === undefined || file.includes('deployable_template') || next() > SHARE * 6) continue
        const { network, input } = readWithIncludes(root, file)
        const odd = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n').trimEnd()}`
        const texts = Object.fromEntries(Object.entries(input.texts).map(([doc, text]) => [doc, odd(text)]))
        for (const edit of editsOf(network)) {
          // A text with line breaks of its own keeps those.
          const brings = JSON.stringify(edit).includes('\\n') || /set-field|inline|extract/.test(edit.kind)
          if (brings || next() > SHARE * 4) continue
          const planned = planEdit({ ...input, texts }, edit)
          if (!planned.ok) continue
          tried += 1
          for (const { text } of planned.value)
            if (/(?<!\r)\n/.test(text)) throw new Error(`${file}: ${JSON.stringify(edit)}`)
          for (const doc of new Set(planned.value.map((one) => one.doc))) {
            const after = applyTextEdits(
              texts[doc] ?? '',
              planned.value.filter((one) => one.doc === doc),
            )
            expect(after.startsWith('\ufeff')).toBe(true)
            expect(/[\r\n]$/.test(after), `${file}: ${edit.kind}`).toBe(false)
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(20)
  })
})
