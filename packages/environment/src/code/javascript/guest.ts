// Runs inside of the engine: makes the globals of the code, imports it, tells how it ended.
import { installGlobals } from '../../sandbox/quickjs/guest-globals.ts'
import type { CellAnswer } from '../cell-messages.ts'
import type { CodeGuestHost } from './guest-host.ts'
import { BubError, GuestQuestions, makeModels, makeTools } from './guest-tools.ts'
import { shown } from './shown.ts'

/** What is handed in to begin with. */
export interface GuestStart {
  readonly file: string
  readonly tools: readonly string[]
  readonly media: boolean
}

declare const slyglassHost: CodeGuestHost

// Taken away from the code: nothing that it does may be mistaken for what this file does.
const host = slyglassHost
Reflect.deleteProperty(globalThis, 'slyglassHost')
const questions = new GuestQuestions((json) => host.ask(json))
const fireTimer = installGlobals(host, () => {})
Reflect.deleteProperty(globalThis, 'process')

const say =
  (stream: string) =>
  (...parts: unknown[]): void =>
    host.out(stream, `${parts.map(shown).join(' ')}\n`)

const LOAD = new Function('file', 'return import(file)') as (file: string) => Promise<unknown>
const stringify = JSON.stringify

function start(text: string): void {
  const { file, tools, media }: GuestStart = JSON.parse(text)
  const [out, error] = [say('stdout'), say('stderr')]
  Object.assign(globalThis, {
    ...{ print: out, BubError },
    console: { log: out, info: out, debug: out, warn: error, error },
    tools: makeTools(tools, media, questions.ask),
    models: makeModels(questions.ask),
  })
  LOAD(file).then(
    () => host.end('{"type":"done","ended":"ok"}'),
    (problem: unknown) => host.end(stringify({ type: 'done', ...raised(problem, file) })),
  )
}

function raised(problem: unknown, file: string): object {
  if (!(problem instanceof Error)) {
    const name = problem === null ? 'null' : typeof problem
    return { ended: 'raised', name, message: shown(problem), traceback: '' }
  }
  const name = problem.name || problem.constructor.name
  const message = String(problem.message)
  const own = (problem.stack ?? '').split('\n').filter((line) => line.includes(file))
  return { ended: 'raised', name, message, traceback: [`${name}: ${message}`, ...own, ''].join('\n') }
}

function hear(text: string): void {
  const answer: CellAnswer = JSON.parse(text)
  questions.hear(answer)
}

Object.defineProperty(globalThis, 'slyglassGuest', {
  value: Object.freeze({ start, hear, fireTimer }),
  configurable: true,
})
