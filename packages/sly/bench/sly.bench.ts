// Figures of the search: building it, and searching 100 KB of prose and of base64-rich text. `npm run bench -- sly`
import { createVault } from '../src/index.ts'

export type BenchReport = (label: string, figure: string) => void

const SIZE = 100 * 1024

export async function bench(report: BenchReport): Promise<void> {
  const texts = { prose: prose(), base64: base64Rich() }
  const figure = (label: string, ms: number): void => report(label, `${ms.toFixed(2)} ms`)
  for (const count of [6, 20, 100, 1_000]) {
    const vault = createVault({ hmac: digest, values: secrets(count) })
    const started = performance.now()
    const search = vault.search(texts.prose.slice(0, 20_000))
    figure(`build, ${count} values`, performance.now() - started)
    const body = JSON.stringify({ messages: [{ role: 'tool', content: texts.prose, note: secret(1) }] })
    figure(
      `find in 100 KB of prose, ${count} values`,
      median(() => search.find(texts.prose)),
    )
    figure(
      `find in 100 KB of base64, ${count} values`,
      median(() => search.find(texts.base64)),
    )
    figure(
      `mask one value in 100 KB of prose, ${count} values`,
      median(() => search.mask(body), 9),
    )
  }
}

function median(work: () => unknown, runs = 25): number {
  for (let warm = 0; warm < 3; warm += 1) work()
  const times = Array.from({ length: runs }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
}

/** 64 hex digits that look random and are the same each time; no secret depends on them. */
function digest(seed: string): string {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  const words = Array.from({ length: 8 }, (_, at) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + at
    return ((state ^ (state >>> 12)) >>> 0).toString(16).padStart(8, '0')
  })
  return words.join('')
}

const secret = (at: number): string => `sk-${digest(`secret ${at}`).slice(0, 24)}`

function secrets(count: number): ReadonlyMap<string, string> {
  return new Map(Array.from({ length: count }, (_, at) => [`key${at}`, JSON.stringify(secret(at))]))
}

function prose(): string {
  const words =
    'the agent looks at what a tool gave back and answers in plain words about prices orders bands cities'.split(' ')
  let text = ''
  for (let at = 0; text.length < SIZE; at += 1)
    text += `${words[Number.parseInt(digest(`w${at}`).slice(0, 6), 16) % words.length]} `
  return text
}

function base64Rich(): string {
  let text = ''
  for (let at = 0; text.length < SIZE; at += 1) text += `"image ${at}": "${blob(at)}", `
  return text
}

function blob(at: number): string {
  return btoa(Array.from({ length: 32 }, (_, part) => digest(`b${at} ${part}`).replace(/../g, byteLetter)).join(''))
}

const byteLetter = (pair: string): string => String.fromCharCode(Number.parseInt(pair, 16))
