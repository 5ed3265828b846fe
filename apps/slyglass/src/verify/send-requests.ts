// The client of a recording: the same requests, in the same order, with the same patience.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScenarioRequest } from './recording.ts'

/** What a client noted: the head of an answer, a line of it, its end. */
export type ClientEvent = { readonly request: string } & (
  | { readonly event: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string | null>> }
  | { readonly event: 'line'; readonly value: unknown; readonly text: string }
  | { readonly event: 'line'; readonly raw: string }
  | { readonly event: 'end'; readonly reason: string }
)

type Finals = Map<string, Readonly<Record<string, unknown>> | undefined>

const PATIENCE_S = 60

/** Sends all requests; neighbours of one group go together. */
export async function sendRequests(
  requests: readonly ScenarioRequest[],
  port: number,
): Promise<readonly ClientEvent[]> {
  const finals: Finals = new Map()
  const events: ClientEvent[] = []
  for (const together of inGroups(requests)) {
    await sleep(together[0]?.wait_ms ?? 0)
    const sent = await Promise.all(together.map((request) => sendOne(request, port, finals)))
    events.push(...sent.flat())
  }
  return events
}

function inGroups(requests: readonly ScenarioRequest[]): readonly (readonly ScenarioRequest[])[] {
  const groups: ScenarioRequest[][] = []
  for (const request of requests) {
    const last = groups.at(-1)
    if (last !== undefined && request.group !== undefined && last[0]?.group === request.group) last.push(request)
    else groups.push([request])
  }
  return groups
}

async function sendOne(request: ScenarioRequest, port: number, finals: Finals): Promise<readonly ClientEvent[]> {
  const { id } = request
  const events: ClientEvent[] = []
  const stop = new AbortController()
  const limit = setTimeout(() => stop.abort(), (request.limit_seconds ?? PATIENCE_S) * 1000)
  const note = (text: string): void => void events.push(lineOf(id, text, finals))
  try {
    const answer = await fetch(...wireRequest(request, port, finals), { signal: stop.signal })
    const kept = ['content-type', ...(request.keep_headers ?? [])]
    const headers = Object.fromEntries(kept.map((name) => [name, answer.headers.get(name)]))
    events.push({ request: id, event: 'head', status: answer.status, headers })
    if (request.whole_body === true) note(await answer.text())
    else await readLines(answer, note)
    events.push({ request: id, event: 'end', reason: 'closed' })
  } catch (fault) {
    events.push({
      request: id,
      event: 'end',
      reason: stop.signal.aborted ? 'client limit' : `failed: ${codeOf(fault)}`,
    })
  } finally {
    clearTimeout(limit)
  }
  return events
}

function codeOf(fault: unknown): string {
  const cause = fault instanceof Error ? (fault.cause as NodeJS.ErrnoException | undefined) : undefined
  return cause?.code ?? (fault instanceof Error ? fault.message : String(fault))
}

function fetch(url: string, request: RequestInit, more: RequestInit): Promise<Response> {
  return globalThis.fetch(url, { ...request, ...more })
}

function wireRequest(request: ScenarioRequest, port: number, finals: Finals): [string, RequestInit] {
  const path = request.path ?? `/api/v1/${request.agent}/streaming_chat`
  const filled = request.body === undefined ? undefined : JSON.stringify(fill(request.body, finals))
  const body = request.raw_body ?? filled
  const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...request.headers }
  const method = request.method ?? 'POST'
  return [`http://127.0.0.1:${port}${path}`, { method, headers, ...(body === undefined ? {} : { body }) }]
}

/** `{"$from": "<id>", "field": "<name>"}` stands for a field of the last message which that request received. */
function fill(value: unknown, finals: Finals): unknown {
  if (Array.isArray(value)) return value.map((part) => fill(part, finals))
  if (value === null || typeof value !== 'object') return value
  const { $from, field } = value as { readonly $from?: unknown; readonly field?: unknown }
  if (typeof $from === 'string') return finals.get($from)?.[String(field)] ?? null
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part, finals)]))
}

function lineOf(request: string, text: string, finals: Finals): ClientEvent {
  try {
    const value = JSON.parse(text) as { readonly response?: Readonly<Record<string, unknown>> } | null
    if (typeof value === 'object' && value?.response !== undefined) finals.set(request, value.response)
    return { request, event: 'line', value, text }
  } catch {
    return { request, event: 'line', raw: text }
  }
}

async function readLines(answer: Response, note: (text: string) => void): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const part of answer.body ?? []) {
    const lines = (rest + decoder.decode(part as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) note(line)
  }
  if (rest !== '') note(rest)
}
