import type { SpanId } from '@slyglass/base'
import { closerOf, isCloser } from './closing.ts'
import type { LogEvent } from './events.ts'

/** A law that a log breaks, at which event. */
export interface Breach {
  readonly law: 'E1' | 'E2' | 'E3'
  readonly seq: number
  readonly message: string
}

/** What is wrong with a log by laws E1 to E3. An open run (no `run.finished` yet) is fine unless `finished` is asked for. */
export function verifyLog(log: readonly LogEvent[], expected: 'open' | 'finished' = 'open'): readonly Breach[] {
  return [...verifyOrder(log), ...verifyEnds(log, expected), ...verifySpans(log)]
}

function verifyOrder(log: readonly LogEvent[]): readonly Breach[] {
  return log.flatMap((event, index): readonly Breach[] => {
    const before = log[index - 1]
    if (before === undefined || event.seq > before.seq) return []
    return [{ law: 'E1', seq: event.seq, message: `number ${event.seq} follows number ${before.seq}` }]
  })
}

function verifyEnds(log: readonly LogEvent[], expected: 'open' | 'finished'): readonly Breach[] {
  const breaches: Breach[] = []
  const first = log[0]
  if (first !== undefined && first.type !== 'run.started')
    breaches.push({ law: 'E2', seq: first.seq, message: `the first event is ${first.type}` })
  const end = log.findIndex((event) => event.type === 'run.finished')
  const after = log[end + 1]
  if (end >= 0 && after !== undefined)
    breaches.push({ law: 'E2', seq: after.seq, message: `${after.type} follows run.finished` })
  if (end < 0 && expected === 'finished')
    breaches.push({ law: 'E2', seq: log.at(-1)?.seq ?? 0, message: 'the run has no end' })
  return breaches
}

interface Open {
  readonly parent: SpanId | null
  readonly closer: string
}

function verifySpans(log: readonly LogEvent[]): readonly Breach[] {
  const breaches: Breach[] = []
  const [open, ended] = [new Map<string, Open>(), new Set<string>()]
  const fail = (event: LogEvent, message: string) => breaches.push({ law: 'E3', seq: event.seq, message })
  for (const event of log) {
    const closer = closerOf(event)
    if (closer !== undefined) {
      if (open.has(event.span) || ended.has(event.span)) fail(event, `${event.span} is started twice`)
      if (event.parent !== null && !open.has(event.parent))
        fail(event, `${event.span} is started below ${event.parent}, which is not open`)
      open.set(event.span, { parent: event.parent, closer })
    }
    if (!isCloser(event)) continue
    const own = open.get(event.span)
    if (own === undefined) fail(event, `${event.span} is finished but not open`)
    else if (own.closer !== event.type) fail(event, `${event.span} is ended by ${event.type}`)
    for (const [span, { parent }] of open)
      if (parent === event.span) fail(event, `${event.span} is finished before ${span}`)
    open.delete(event.span)
    ended.add(event.span)
  }
  return breaches
}
