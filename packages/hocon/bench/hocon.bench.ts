// Parsing and evaluating the public networks: megabytes per second, and the time from a keystroke to diagnostics.
import { evaluate, parseDocument } from '../src/index.ts'
import { haveTexts, readTexts, textSets } from '../src/testing/public-texts.ts'

type Report = (label: string, figure: string) => void

const ROUNDS = 15

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function timesOf(rounds: number, work: () => void): readonly number[] {
  return Array.from({ length: rounds }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
}

export function bench(report: Report): void {
  const root = textSets[0]?.root
  if (!haveTexts || root === undefined) return
  const texts = readTexts(root)
  const size = [...texts.values()].reduce((sum, text) => sum + text.length, 0)
  const read = (doc: string) => texts.get(doc)
  const all = (work: (file: string, text: string) => void) => () => {
    for (const [file, text] of texts) work(file, text)
  }
  const speed = (times: readonly number[]) => `${(size / 1e3 / percentile(times, 0.5)).toFixed(1)} MB/s`

  const parse = timesOf(
    ROUNDS,
    all((_, text) => parseDocument(text, 'neuro-san')),
  )
  report(`parse ${texts.size} files, ${(size / 1e6).toFixed(2)} MB`, speed(parse))
  const value = timesOf(
    ROUNDS,
    all((doc, text) => evaluate(text, { profile: 'neuro-san', doc, read })),
  )
  report('evaluate them, includes read each time', speed(value))

  const [file, text] = [...texts].sort(([, a], [, b]) => b.length - a.length)[0] ?? ['', '']
  const key = timesOf(100, () => evaluate(`${text} `, { profile: 'neuro-san', doc: file, read }))
  const [median, late] = [percentile(key, 0.5), percentile(key, 0.95)]
  report(
    `keystroke to diagnostics, ${Math.round(text.length / 1000)} kB, median and p95`,
    `${median.toFixed(1)} ms, ${late.toFixed(1)} ms`,
  )
}
