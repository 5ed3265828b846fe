// Runs of shipped samples, as the studio makes them, and what is claimed of them.
import type { SessionId } from '@slyglass/base'
import type { LogEvent } from '@slyglass/run-log'
import { converse, eventsOf, must } from './conversations.ts'
import type { TestStudio } from './test-studio.ts'

export interface SampleQuestion {
  readonly sample: string
  /** The sample's first network where it is left out. */
  readonly network?: string
  readonly message: string
  readonly session?: SessionId
  readonly sly?: object
}

export interface SampleRun {
  readonly session: SessionId
  readonly events: readonly LogEvent[]
  readonly answer: string
  /** The body of every model request, in order. */
  readonly requests: readonly string[]
}

/** Asks a sample one question and follows its run to the end. */
export async function askSample(studio: TestStudio, question: SampleQuestion): Promise<SampleRun> {
  const { sample, network = sample, ...asked } = question
  const project = await must(studio.client.openProject({ sample }))
  const { run, session, events } = await converse(studio.client, { project, network, ...asked })
  const chunk = async (sha: string) => (await studio.raw(`/api/runs/${run}/chunks/${sha}`)).text()
  const bodies = eventsOf(events, 'attempt.started').flatMap(({ request }) => (request === undefined ? [] : [request]))
  const requests = await Promise.all(bodies.map(async ({ parts }) => (await Promise.all(parts.map(chunk))).join('')))
  const answer = eventsOf(events, 'run.finished').at(-1)?.answer ?? ''
  return { session, events, answer, requests }
}

/** Keys that the search over the model requests knew, and those that it found in one. */
export function searched(events: readonly LogEvent[]) {
  const scans = eventsOf(events, 'attempt.started').flatMap(({ request }) =>
    request === undefined ? [] : [request.scan],
  )
  const keys = new Set(scans.flatMap((scan) => scan.keys.map(({ key }) => key)))
  return {
    requests: scans.length,
    keys: [...keys].sort(),
    found: scans.flatMap(({ hits }) => hits.map(({ key }) => key)),
  }
}

/** What the model asked of its tools and what it read of them, in order. */
export function callsOf(events: readonly LogEvent[]) {
  const ends = new Map(eventsOf(events, 'tool.finished').map((event) => [event.span, event]))
  return eventsOf(events, 'tool.started').map(({ span, tool, args }) => ({ tool, args, text: ends.get(span)?.text }))
}

/** Which keys passed each edge of a network, and which were held back. */
export function crossings(events: readonly LogEvent[]) {
  return eventsOf(events, 'sly.crossed').map(({ boundary, peer, passed, withheld }) => ({
    boundary,
    peer,
    passed: passed.map(({ key, as }) => (key === as ? key : `${key} as ${as}`)),
    withheld,
  }))
}
