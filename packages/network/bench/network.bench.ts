// What an editor asks of the largest public network, each after a keystroke in the middle of it.
import { TreeCache } from '@slyglass/hocon'
import {
  coloursOf,
  completeAt,
  definitionAt,
  formatEdits,
  hoverAt,
  NetworkView,
  outlineOf,
  referencesAt,
  renameAt,
} from '../src/language/index.ts'
import { haveNetworks, linesOf, networkSets, readWithIncludes } from '../src/testing/public-networks.ts'

type Report = (label: string, figure: string) => void

const ROUNDS = 60

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function bench(report: Report): void {
  const [set] = networkSets
  if (!haveNetworks || set === undefined) return
  const all = linesOf(set.answers)
    .map((line) => JSON.parse(line) as { readonly file: string; readonly network?: unknown })
    .filter(({ network }) => network !== undefined)
    .map(({ file }) => readWithIncludes(set.root, file).input)
  const [input] = all.sort((a, b) => (b.texts[b.file]?.length ?? 0) - (a.texts[a.file]?.length ?? 0))
  const text = input?.texts[input.file] ?? ''
  if (input === undefined) return
  const doc = input.file
  const at = text.indexOf('"description": "', text.length / 2) + '"description": "'.length
  const name = text.indexOf('"name": "', text.length / 2) + '"name": "'.length + 1
  const cache = new TreeCache('neuro-san')
  const time = (label: string, work: (view: NetworkView) => unknown) => {
    const times = Array.from({ length: ROUNDS }, (_, round) => {
      const typed = `${text.slice(0, at)}${'x'.repeat(round + 1)}${text.slice(at)}`
      const texts = { ...input.texts, [doc]: typed }
      const started = performance.now()
      work(new NetworkView({ ...input, texts }, cache.parse))
      return performance.now() - started
    })
    report(label, `${percentile(times, 0.5).toFixed(1)} ms, ${percentile(times, 0.95).toFixed(1)} ms`)
  }
  const size = `${Math.round(text.length / 1000)} kB`
  time(`network with diagnostics, ${size}, median and p95`, (view) => view.source.network.diagnostics.length)
  time('colours', (view) => coloursOf(view, doc))
  time('completion', (view) => completeAt(view, doc, at))
  time('hover', (view) => hoverAt(view, doc, name))
  time('definition', (view) => definitionAt(view, doc, name))
  time('references', (view) => referencesAt(view, doc, name))
  time('rename', (view) => renameAt(view, doc, name, 'Renamed'))
  time('outline', (view) => outlineOf(view, doc))
  time('formatting', (view) => formatEdits(view.hocon.text(doc)))
}
