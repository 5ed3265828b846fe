// The only place where the text of an event becomes an event. What this build does not know is kept as it came (law E6).
import { err, ok, type Result } from '@slyglass/base'
import { z } from 'zod'
import type { LogEvent, OpaqueEvent, RunEvent } from './events.ts'
import { PAYLOADS } from './payload-schemas.ts'

const envelope = z.looseObject({
  v: z.number().int(),
  runId: z.string(),
  seq: z.number().int().min(0),
  at: z.number(),
  span: z.string(),
  parent: z.string().nullable(),
  type: z.string(),
})

/** One line of a stored log. */
export function encodeEvent(event: LogEvent): string {
  return event.type === 'opaque' ? event.body : JSON.stringify(event)
}

/** Reads one line of a stored log; an unknown or newer type gives an opaque event, a line that is no event an explanation. */
export function decodeEvent(line: string): Result<LogEvent, string> {
  const parsed = parseLine(line)
  if (!parsed.ok) return parsed
  const read = envelope.safeParse(parsed.value)
  if (!read.success) return err(`no event: ${z.prettifyError(read.error)}`)
  const payload = PAYLOADS[read.data.type]
  if (payload === undefined) return ok(opaque(read.data, line))
  const known = payload.safeParse(parsed.value)
  return ok(known.success ? (parsed.value as RunEvent) : opaque(read.data, line))
}

/** Reads a whole stored log, one event a line; empty lines are passed over. */
export function decodeLog(text: string): Result<readonly LogEvent[], string> {
  const events: LogEvent[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const event = decodeEvent(line)
    if (!event.ok) return err(`line ${index + 1}: ${event.error}`)
    events.push(event.value)
  }
  return ok(events)
}

function parseLine(line: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(line))
  } catch (error) {
    return err(`no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function opaque(read: z.infer<typeof envelope>, body: string): OpaqueEvent {
  const { v, runId, seq, at, span, parent, type: original } = read
  return { v, runId, seq, at, span, parent, type: 'opaque', original, body } as OpaqueEvent
}
