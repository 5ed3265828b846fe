// Reading the public texts: megabytes per second, a cold project, the time from a keystroke to tokens, colours and
// diagnostics, and memory. `--peers` times pyhocon and the reference library on the same files, where they are at hand: a
// Python that has pyhocon (`SLYGLASS_PYHOCON=PYTHON`, else `python3`), and Java with the library's jar (`--jar PATH`, else
// the one in the local Maven folder); the latter in turns with ours.
import { heapInUse } from '../src/testing/machine.ts'
import { haveTexts, readTexts, textSets } from '../src/testing/public-texts.ts'
import { reportPeers } from './peers.ts'
import { both, percentile, timesOf } from './timing.ts'

type Report = (label: string, figure: string) => void
type Texts = ReadonlyMap<string, string>

const WARM_UP = 20
const ROUNDS = 31
const KEYSTROKES = 200
const PROFILE = 'neuro-san'

type Engine = typeof import('../src/index.ts') &
  typeof import('../src/language/index.ts') &
  typeof import('./lexing.ts')
type Bundle = (folder: string, ...entries: readonly string[]) => Promise<Engine>

const FOLDER = new URL('..', import.meta.url).pathname
const ENTRIES = ['./src/index.ts', './src/language/index.ts', './bench/lexing.ts']

export async function bench(report: Report, bundle: Bundle): Promise<void> {
  const root = textSets[0]?.root
  if (!haveTexts || root === undefined) return
  const engine = await bundle(FOLDER, ...ENTRIES)
  const texts = readTexts(root)
  reportCold(engine, report, texts)
  const withIncludes = reportSpeeds(engine, report, texts)
  const largest = textSets.map((set) => readTexts(set.root)).map((all) => [all, largestOf(all)] as const)
  for (const [all, file] of largest) reportKeystrokes(engine, report, all, file)
  reportMemory(engine, report, texts)
  const alone = () => texts.forEach((text, doc) => void engine.evaluate(text, { profile: PROFILE, doc }))
  if (process.argv.includes('--peers')) await reportPeers(report, root, { alone, withIncludes })
}

const sizeOf = (texts: Texts): number => [...texts.values()].reduce((sum, text) => sum + text.length, 0)

const largestOf = (texts: Texts): string =>
  [...texts].sort(([, a], [, b]) => b.length - a.length).map(([file]) => file)[0] ?? ''

const evaluated = ({ evaluate }: Engine, texts: Texts, doc: string, text: string) =>
  evaluate(text, { profile: PROFILE, doc, read: (one) => texts.get(one) })

function reportCold(engine: Engine, report: Report, texts: Texts): void {
  const [cold = 0] = timesOf(1, () => texts.forEach((text, doc) => void evaluated(engine, texts, doc, text)))
  report(`cold project: each of ${texts.size} files evaluated once`, `${cold.toFixed(0)} ms`)
}

/** Gives the milliseconds of all files with their includes. */
function reportSpeeds(engine: Engine, report: Report, texts: Texts): number {
  const { evaluate, lex, parseDocument, planLexing } = engine
  const size = sizeOf(texts)
  const time = (label: string, work: (text: string, doc: string) => unknown): number => {
    const pass = () => texts.forEach((text, doc) => void work(text, doc))
    timesOf(WARM_UP, pass)
    const times = timesOf(ROUNDS, pass)
    report(label, `${(size / 1e3 / percentile(times, 0.5)).toFixed(1)} MB/s`)
    return percentile(times, 0.5)
  }
  const plans = new Map([...texts].map(([doc, text]) => [doc, planLexing(text)]))
  const lexed = [...plans.values()].reduce((sum, plan) => sum + lex(plan), 0)
  if (lexed !== size) throw new Error(`lexing gave ${lexed} of ${size} characters`)
  time(`lexing ${(size / 1e6).toFixed(2)} MB`, (_, doc) => {
    const plan = plans.get(doc)
    return plan && lex(plan)
  })
  time('lexing and parsing', (text) => parseDocument(text, PROFILE))
  const trees = new Map([...texts].map(([doc, text]) => [doc, parseDocument(text, PROFILE)]))
  time('evaluating trees', (text, doc) =>
    evaluate(text, { profile: PROFILE, doc, parse: (_, one) => trees.get(doc) ?? parseDocument(one, PROFILE) }),
  )
  time('lexing, parsing and evaluating each file by itself', (text, doc) => evaluate(text, { profile: PROFILE, doc }))
  time('the same in profile spec', (text, doc) => evaluate(text, { profile: 'spec', doc }))
  return time('the same with includes, read again for each file', (text, doc) => evaluated(engine, texts, doc, text))
}

// A letter more inside a text in the middle of the file, then another one.
function reportKeystrokes(engine: Engine, report: Report, texts: Texts, file: string): void {
  const text = texts.get(file) ?? ''
  const middle = text.indexOf('": "', text.length / 2) + '": "'.length
  const typed = (round: number) => `${text.slice(0, middle)}${'x'.repeat(round + 1)}${text.slice(middle)}`
  const name = `keystroke in ${Math.round(text.length / 1000)} kB`
  const cache = new engine.TreeCache(PROFILE)
  cache.parse(file, text)
  const tokens = timesOf(KEYSTROKES, (round) => cache.parse(file, typed(round)))
  report(`${name} to tokens and tree, median and p95`, both(tokens))
  const colours = timesOf(KEYSTROKES, (round) => engine.coloursOf(cache.parse(file, typed(round)).root))
  report(`${name} to colours`, both(colours))
  const all = Object.fromEntries(texts)
  const diagnostics = timesOf(KEYSTROKES, (round) => {
    const view = new engine.HoconView({ profile: PROFILE, texts: { ...all, [file]: typed(round) } }, file, cache.parse)
    return view.evaluation.diagnostics.length
  })
  report(`${name} to diagnostics`, both(diagnostics))
  const full = timesOf(KEYSTROKES, (round) => evaluated(engine, texts, file, typed(round)))
  report(`${name} to diagnostics without the tree before`, both(full))
}

function reportMemory(engine: Engine, report: Report, texts: Texts): void {
  const size = sizeOf(texts)
  const before = heapInUse()
  const trees = [...texts.values()].map((text) => engine.parseDocument(text, PROFILE))
  const withTrees = heapInUse()
  const values = [...texts].map(([doc, text]) => evaluated(engine, texts, doc, text))
  const used = heapInUse()
  const times = (bytes: number) => (bytes / size).toFixed(1)
  report(`memory of ${trees.length} trees, times their text`, times(withTrees - before))
  report(`memory of ${values.length} trees and values, times their text`, times(used - before))
}
