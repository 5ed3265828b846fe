// A regular expression of a model may take for ever, so it is tried in a thread that can be ended.
import { Worker } from 'node:worker_threads'
import { err, ok, type Result } from '@slyglass/base'

export type GrepMode = 'files_with_matches' | 'content' | 'count'

/** A file and what is told of it behind its name. */
export interface GrepMatch {
  readonly path: string
  readonly rest: string
}

interface Search {
  readonly files: readonly string[]
  /** What is in them, where they are on no disk. */
  readonly texts: Readonly<Record<string, string>> | undefined
  readonly pattern: string
  readonly mode: GrepMode
  readonly most: number
  readonly signal: AbortSignal
}

const LIMIT_MS = 5_000

/** Rejects with the signal's reason when it is aborted. */
export function grepFiles({ signal, ...asked }: Search): Promise<Result<readonly GrepMatch[], string>> {
  try {
    new RegExp(asked.pattern)
  } catch (error) {
    return Promise.resolve(err(error instanceof Error ? error.message : String(error)))
  }
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const worker = new Worker(SEARCH, { eval: true, env: {}, workerData: asked })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      void worker.terminate()
      settle()
    }
    const onAbort = () => end(() => reject(signal.reason))
    const late = () =>
      end(() => resolve(err(`The search took longer than ${LIMIT_MS / 1000} s; use a simpler pattern`)))
    const timer = setTimeout(late, LIMIT_MS)
    signal.addEventListener('abort', onAbort, { once: true })
    worker.once('message', (found: readonly GrepMatch[]) => end(() => resolve(ok(found))))
    worker.once('error', (error) => end(() => reject(error)))
  })
}

/** Runs in the thread, which gets nothing but this text. */
const SEARCH = `
const { closeSync, constants, fstatSync, openSync, readFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const { files, texts, pattern, mode, most } = workerData
const expression = new RegExp(pattern)

function read(path) {
  if (texts !== undefined) return texts[path] ?? ''
  let file
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const facts = fstatSync(file)
    if (!facts.isFile() || facts.size > 5000000) return ''
    const bytes = readFileSync(file)
    return bytes.includes(0) ? '' : bytes.toString('utf8')
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const found = []
for (const path of files) {
  if (found.length >= most) break
  let count = 0
  const lines = read(path).split('\\n')
  for (let index = 0; index < lines.length && found.length < most; index++) {
    const line = lines[index].endsWith('\\r') ? lines[index].slice(0, -1) : lines[index]
    if (line === '' && index === lines.length - 1) continue
    if (!expression.test(line)) continue
    count++
    if (mode === 'files_with_matches') break
    if (mode === 'content') found.push({ path, rest: ':' + (index + 1) + ':' + line.slice(0, 1000) })
  }
  if (count > 0 && mode === 'files_with_matches') found.push({ path, rest: '' })
  if (count > 0 && mode === 'count') found.push({ path, rest: ':' + count })
}
parentPort.postMessage(found)
`
