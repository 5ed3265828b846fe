// One try of a call that a network of another server answers. Nothing of it is logged there by us: what is in doubt is in doubt.
import { AnswerCut, isJsonObject, type Json, type JsonText, jsonAt, parseJson, wellFormed } from '@slyglass/base'
import type { ToolAnswer } from '@slyglass/run-log'
import type { crossBoundary } from '@slyglass/sly'
import { Deltas } from './deltas.ts'
import { type Attempted, finished, type Question } from './door.ts'
import { alike } from './forms.ts'
import { wholeText } from './half-characters.ts'
import type { RemoteAnswer } from './ports.ts'
import type { RunContext } from './run-context.ts'
import { withGrace } from './with-grace.ts'

export interface RemoteAsking {
  readonly reference: string
  readonly words: string
  readonly down: ReturnType<typeof crossBoundary>
  /** Its messages go on to the client. */
  readonly forwarded: boolean
  readonly signal: AbortSignal
}

interface RemoteEnd {
  readonly text: string
  /** What clients are told that came of it: the text, or null when nothing answered. */
  readonly value: JsonText
  readonly sly: ReadonlyMap<string, JsonText>
}

/** Gives the answer's text and what came back, or the end of a failed try. */
export async function askRemote(
  context: RunContext,
  question: Question,
  { reference, words, down, forwarded, signal }: RemoteAsking,
): Promise<RemoteEnd | Attempted<ToolAnswer>> {
  const deltas = new Deltas(context, question)
  const request = {
    message: words,
    sly: down.values,
    headers: metadataHeaders(context),
    ...(forwarded && { onMessage: (message: JsonText, text: string) => deltas.addProgress(message, wellFormed(text)) }),
  }
  try {
    const work =
      context.remote?.chat(reference, request, signal) ?? Promise.reject(new Error('No other server is asked.'))
    const waited = await withGrace(work, signal, context.clock)
    signal.throwIfAborted()
    const answer: RemoteAnswer = waited.ended ? waited.value : { sly: new Map() }
    const { text, note } = wholeText(withStructure(answer), `The answer of ${reference}`)
    const place = { span: question.span, parent: question.parent, level: 'warning', source: 'network' } as const
    if (note !== undefined) await context.journal.commit([{ type: 'note.noted', ...place, text: note }])
    return { text, value: answer.text === undefined ? 'null' : JSON.stringify(text), sly: answer.sly }
  } catch (error) {
    signal.throwIfAborted()
    const said = error instanceof Error ? error.message : String(error)
    const failure = { code: 'network-unreachable', message: `Problem accessing external agent ${reference}. ${said}` }
    const text =
      error instanceof AnswerCut ? `Response payload is not completed: ${said}` : `${HINTS} ${failure.message}`
    const answer: ToolAnswer = { of: 'tool', text }
    await context.journal.commit([finished(question, { outcome: 'failed', answer, failure })])
    return { kind: 'answered', outcome: 'failed', answer: alike(answer), failure: alike(failure) }
  } finally {
    // Messages are whole as they come: nothing is held back.
    deltas.close()
  }
}

/** How neuro-san begins; what follows says what happened. */
const HINTS =
  '\n        Some basic suggestions to help debug connectivity issues: see that the server runs and serves this network.'

function withStructure({ text = '', structure }: RemoteAnswer): string {
  if (structure === undefined) return text
  const parsed: unknown = JSON.parse(structure, (_key, value: unknown) => sorted(value))
  return `${text}\n\`\`\`json\n${JSON.stringify(parsed, null, 4)}\n\`\`\``
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Request metadata travels as headers. */
function metadataHeaders({ vault }: RunContext): Readonly<Record<string, string>> {
  const parsed = parseJson(vault.values().get('request_metadata') ?? 'null')
  const entries: readonly [string, Json][] = parsed.ok && isJsonObject(parsed.value) ? [...parsed.value] : []
  const fit = entries.filter(
    ([name]) => /^[\w-]+$/.test(name) && typeof jsonAt(parsed.ok ? parsed.value : null, name) === 'string',
  )
  return Object.fromEntries(fit.map(([name, value]) => [name, String(value)]))
}
