// What a person sees of a call in the terminal: what the tool says while it runs, then its result in its three forms.
import { parseJson, printJson } from '@slyglass/base'
import type { CalledAlone, CalledTool, LogEvent } from '@slyglass/run-log'
import { summariseTimes } from '@slyglass/tools/testing'
import type { CommandIo } from '../command.ts'
import { renderValue } from './render-value.ts'

/** Prints what a tool says as it says it, beside the result. */
export function createOutputPrinter(io: CommandIo): (events: readonly LogEvent[]) => void {
  let rest = ''
  const say = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) io.err(`| ${line}`)
  }
  return (events) => {
    for (const event of events) {
      if (event.type === 'attempt.delta' && event.kind === 'output') say(event.text)
      if (event.type === 'attempt.delta' && event.kind === 'progress')
        io.err(`… ${event.text || (event.structure ?? '')}`)
      if (event.type === 'attempt.finished' && rest !== '') say('\n')
      if (event.type === 'attempt.started' && event.of === 'tool' && event.number > 1) io.err(`attempt ${event.number}`)
    }
  }
}

/** The whole of what came of it, as one JSON value. */
export function printAsJson(called: CalledAlone, io: CommandIo): void {
  const times = timesOf(called)
  io.out(JSON.stringify({ ...called, ...(times !== undefined && { times }) }, null, 2))
}

/** The last call in its forms, and the times of several. */
export function printCalled(called: CalledAlone, io: CommandIo): void {
  const last = called.calls.at(-1)
  if (last === undefined) {
    io.err(called.failure?.message ?? 'Nothing was called.')
    return
  }
  printResult(last, io)
  printBesides(last, io)
  const times = timesOf(called)
  if (times === undefined) return
  const { iterations, averageMs, p50Ms, p95Ms } = times
  const failed = called.calls.filter(({ outcome }) => outcome !== 'ok').length
  const bad = failed === 0 ? '' : `, ${failed} of them failed`
  io.out(`${iterations} calls${bad}: average ${averageMs.toFixed(2)} ms, p50 ${p50Ms} ms, p95 ${p95Ms} ms`)
}

function timesOf({ calls }: CalledAlone): ReturnType<typeof summariseTimes> | undefined {
  return calls.length < 2 ? undefined : summariseTimes(calls.flatMap(({ ms }) => ms ?? []))
}

function printResult({ outcome, value, text, failure }: CalledTool, io: CommandIo): void {
  const parsed = value === undefined ? undefined : parseJson(value)
  // A text is its own form: what a model reads is all there is.
  if (parsed?.ok === true && typeof parsed.value !== 'string') {
    section('Structured', printJson(parsed.value, 'indented').split('\n'), io)
    const rendered = renderValue(parsed.value)
    if (rendered !== undefined) section('Rendered', rendered, io)
  }
  if (outcome !== 'ok' && failure !== undefined) {
    section(`${outcome === 'denied' ? 'Denied' : 'Failed'} (${failure.code})`, [failure.message], io)
    // The faults of arguments are data for programs; the words of each follow in what a model reads.
    const detail = failure.code === 'invalid-arguments' ? '' : (failure.detail?.trimEnd() ?? '')
    if (detail !== '') section('For people', detail.split('\n'), io)
  }
  if (outcome === 'cancelled') io.out('Stopped.')
  else section('A model reads', text.split('\n'), io)
}

function section(title: string, lines: readonly string[], io: CommandIo): void {
  io.out(`${title}:`)
  for (const line of lines) io.out(`  ${line}`.trimEnd())
}

function printBesides({ ran, mocked, cached, attempts, ms, notes, ...call }: CalledTool, io: CommandIo): void {
  const keys = [
    ...call.changed.map((key) => `${key} (set)`),
    ...call.removed.map((key) => `${key} (taken away)`),
    ...(call.reads ?? []).filter((key) => !call.changed.includes(key)).map((key) => `${key} (read)`),
  ]
  if (keys.length > 0) io.out(`Private values: ${keys.join(', ')}`)
  for (const text of notes) io.out(`Note: ${text}`)
  const where = [
    ...(mocked === true ? ['a stand-in of the network answered'] : []),
    ...(cached === undefined ? [] : [`a result of ${cached.ageMs} ms ago was kept`]),
    ...(ran?.source === undefined ? [] : [`${ran.source.file} in ${ran.isolation ?? 'host'}`]),
    `${attempts} attempt${attempts === 1 ? '' : 's'}`,
    ...(ms === undefined ? [] : [`${ms} ms`]),
  ]
  io.out(where.join(', '))
}
