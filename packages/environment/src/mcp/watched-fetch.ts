// The requests of one session over HTTP: arguments as given, no redirects, and a word when an answer's stream breaks off.
import { withExactArguments } from './exact-arguments.ts'

/** In this time the library takes up a stream again that broke off, where the server can go on with it. */
const RESUMED_MS = 5_000

export interface WatchedFetch {
  readonly fetch: typeof fetch
  /** Rejects when a stream broke off and nothing came in its place. Never resolves. */
  readonly lost: Promise<never>
  /** Resolves when the server has been told that a call is cancelled. */
  readonly cancelTold: Promise<void>
  end(): void
}

export function watchedFetch(platformFetch: typeof fetch, resumedMs = RESUMED_MS): WatchedFetch {
  let timer: NodeJS.Timeout | undefined
  let fail: (error: Error) => void = () => undefined
  let told: () => void = () => undefined
  const lost = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  lost.catch(() => undefined)
  const cancelTold = new Promise<void>((resolve) => {
    told = resolve
  })
  const calm = () => clearTimeout(timer)
  const broken = (why: string) => {
    calm()
    timer = setTimeout(() => fail(new Error(`The connection ended before an answer came${why}.`)), resumedMs)
  }
  const watched: typeof fetch = async (input, init = {}) => {
    const body = typeof init.body === 'string' ? withExactArguments(init.body) : (init.body ?? null)
    const isAnswer = init.method === 'POST' || new Headers(init.headers).has('last-event-id')
    if (isAnswer) calm()
    // Headers may be keys: they never follow a redirect to somewhere else.
    const response = await platformFetch(input, { ...init, body, redirect: 'error' })
    if (typeof body === 'string' && body.includes('"notifications/cancelled"')) told()
    if (isAnswer && response.ok && isStream(response)) return seen(response, broken)
    return response
  }
  return { fetch: watched, lost, cancelTold, end: calm }
}

function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/event-stream') === true && response.body !== null
}

/** The same answer; `onEnd` hears of the end of its body. */
function seen(response: Response, onEnd: (why: string) => void): Response {
  const reader = response.body?.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await reader?.read()
        if (piece === undefined || piece.done) {
          onEnd('')
          controller.close()
        } else controller.enqueue(piece.value)
      } catch (error) {
        onEnd(error instanceof Error ? ` (${error.message})` : '')
        controller.error(error)
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  })
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
