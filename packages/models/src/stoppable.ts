// Stopping an answer that is under way. The platform's fetch knows its signal only as long as the request object lives: once
// that is collected, an abort no longer reaches the body. Here both are held.

/** The same answer, with a body that fails as soon as the signal aborts. */
export function stoppable(response: Response, signal: AbortSignal): Response {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = () => {
        controller.error(signal.reason)
        reader.cancel(signal.reason).catch(() => undefined)
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (signal.aborted) return
      if (!done) return controller.enqueue(value)
      controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
