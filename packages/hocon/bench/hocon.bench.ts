// Reading the public networks: megabytes per second, a cold project, and the time from a keystroke to colours and to
// diagnostics. `--peers` with a Python that has pyhocon (`SLYGLASS_PYHOCON=python3`) times that on the same files.
import { evaluate, parseDocument, TreeCache } from '../src/index.ts'
import { coloursOf, HoconView } from '../src/language/index.ts'
import { heapInUse, runPython } from '../src/testing/machine.ts'
import { haveTexts, readTexts, textSets } from '../src/testing/public-texts.ts'

type Report = (label: string, figure: string) => void

const ROUNDS = 15
const PROFILE = 'neuro-san'

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function timesOf(rounds: number, work: (round: number) => void): readonly number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const started = performance.now()
    work(round)
    return performance.now() - started
  })
}

const both = (times: readonly number[]): string =>
  `${percentile(times, 0.5).toFixed(1)} ms, ${percentile(times, 0.95).toFixed(1)} ms`

export function bench(report: Report): void {
  const root = textSets[0]?.root
  if (!haveTexts || root === undefined) return
  const texts = readTexts(root)
  const size = [...texts.values()].reduce((sum, text) => sum + text.length, 0)
  const read = (doc: string) => texts.get(doc)
  const speed = (times: readonly number[]) => `${(size / 1e3 / percentile(times, 0.5)).toFixed(1)} MB/s`
  const all = (work: (file: string, text: string) => void) => () => {
    for (const [file, text] of texts) work(file, text)
  }

  const cold = timesOf(
    1,
    all((doc, text) => evaluate(text, { profile: PROFILE, doc, read })),
  )
  report('cold project: every file evaluated once', `${(cold[0] ?? 0).toFixed(0)} ms`)
  const parse = timesOf(
    ROUNDS,
    all((_, text) => parseDocument(text, PROFILE)),
  )
  report(`tokens and tree of ${texts.size} files, ${(size / 1e6).toFixed(2)} MB`, speed(parse))
  const value = timesOf(
    ROUNDS,
    all((doc, text) => evaluate(text, { profile: PROFILE, doc, read })),
  )
  report('tree and value, includes read each time', speed(value))
  const spec = timesOf(
    ROUNDS,
    all((doc, text) => evaluate(text, { profile: 'spec', doc, read })),
  )
  report('the same in profile spec', speed(spec))
  reportKeystrokes(report, texts)
  reportMemory(report, texts)
  if (process.argv.includes('--peers')) reportPeer(report, root, percentile(value, 0.5))
}

// A letter more in the middle of the largest file, then another one.
function reportKeystrokes(report: Report, texts: ReadonlyMap<string, string>): void {
  const [file, text] = [...texts].sort(([, a], [, b]) => b.length - a.length)[0] ?? ['', '']
  const middle = text.indexOf('"description"', text.length / 2) + '"description": "'.length
  const typed = (round: number) => `${text.slice(0, middle)}${'x'.repeat(round + 1)}${text.slice(middle)}`
  const name = `keystroke in ${Math.round(text.length / 1000)} kB`
  const cache = new TreeCache(PROFILE)
  cache.parse(file, text)
  const colours = timesOf(100, (round) => coloursOf(cache.parse(file, typed(round)).root))
  report(`${name} to colours, median and p95`, both(colours))
  const all = Object.fromEntries(texts)
  const diagnostics = timesOf(100, (round) => {
    const view = new HoconView({ profile: PROFILE, texts: { ...all, [file]: typed(round) } }, file, cache.parse)
    return view.evaluation.diagnostics.length
  })
  report(`${name} to diagnostics, median and p95`, both(diagnostics))
  const full = timesOf(100, (round) =>
    evaluate(typed(round), { profile: PROFILE, doc: file, read: (doc) => texts.get(doc) }),
  )
  report('the same without the tree before', both(full))
}

function reportMemory(report: Report, texts: ReadonlyMap<string, string>): void {
  const size = [...texts.values()].reduce((sum, text) => sum + text.length, 0)
  const before = heapInUse()
  const kept = [...texts].map(([doc, text]) => evaluate(text, { profile: PROFILE, doc, read: (one) => texts.get(one) }))
  const used = heapInUse() - before
  report(`memory of ${kept.length} values, times their text`, (used / size).toFixed(1))
}

const PYTHON = `
import os, sys, time
from pyhocon import ConfigFactory
os.chdir(sys.argv[1])
files = [os.path.join(folder, name) for folder, _, names in os.walk('.') for name in names if name.endswith('.hocon')]
texts = [open(file, encoding='utf-8').read() for file in files]
started = time.perf_counter()
for text in texts:
    try:
        ConfigFactory.parse_string(text)
    except Exception:
        pass
print(time.perf_counter() - started, sum(map(len, texts)))
`

function reportPeer(report: Report, root: string, ours: number): void {
  const python = process.env.SLYGLASS_PYHOCON
  if (python === undefined) {
    report('pyhocon', 'set SLYGLASS_PYHOCON to a Python that has it')
    return
  }
  const { out, fault } = runPython(python, PYTHON, root)
  const [seconds = 0, size = 0] = out.trim().split(' ').map(Number)
  const factor = Math.round((seconds * 1000) / ours)
  if (fault !== undefined || seconds === 0) report('pyhocon', `could not be run: ${fault ?? 'nothing was timed'}`)
  else report('pyhocon on the same files', `${(size / 1e6 / seconds).toFixed(3)} MB/s, ${factor} times as long`)
}
