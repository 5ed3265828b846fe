// What an endpoint sent back, as values: one JSON text, or the events of a stream.
import { FailedAnswer } from './read-response.ts'

/** The part of a `Response` that is read here. */
export interface Answer extends Pick<Response, 'ok' | 'status' | 'text'> {
  readonly headers: Pick<Headers, 'get'>
  /** Null where there is none, and where all of it came in one piece. */
  readonly body: AsyncIterable<Uint8Array> | null
}

/** JSON as a value, anything else as its text. */
export async function readWhole(answer: Answer): Promise<unknown> {
  const text = await answer.text()
  return isJson(answer) && text !== '' ? (JSON.parse(text) as unknown) : text
}

function isJson({ headers }: Answer): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return type.includes('application/json') || type.trim().endsWith('+json')
}

/**
 * The data of every event. Throws what the endpoint says when it breaks off with an error. What comes after the last event is
 * read and passed over, so that the connection can be used again.
 */
export async function* readEvents(answer: Answer): AsyncGenerator<unknown> {
  let done = false
  for await (const data of dataOf(linesOf(answer))) {
    done ||= data.startsWith('[DONE]')
    if (done) continue
    const value: unknown = JSON.parse(data)
    const error = value !== null && typeof value === 'object' && 'error' in value ? value.error : undefined
    if (error) throw new FailedAnswer(wordsOf(error))
    yield value
  }
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error
  const said = error !== null && typeof error === 'object' && 'message' in error ? error.message : error
  return typeof said === 'string' ? said : JSON.stringify(said)
}

/** An empty line ends an event; several lines of data are one text. The last event may do without the empty line. */
async function* dataOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
  }
  if (data.length > 0) yield data.join('\n')
}

/** Lines end with LF, CR LF or CR; the two characters of CR LF may come apart. */
async function* linesOf(answer: Answer): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of piecesOf(answer)) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield* rest.split('\r').filter((line) => line !== '')
}

async function* piecesOf(answer: Answer): AsyncGenerator<string> {
  if (answer.body === null) return yield answer.text()
  const decoder = new TextDecoder()
  for await (const bytes of answer.body) yield decoder.decode(bytes, { stream: true })
}
