/** While the server restarts nothing comes; it is back within these, or it is not coming back. */
export const PAUSES_MS = [300, 1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * A part of the page's own code. Where fetching it fails, it is asked for again: a lost connection must not leave a
 * view without its code until the page is loaded anew. The last failure is thrown.
 */
export async function fetchPart<Part>(
  load: () => Promise<Part>,
  pause: (ms: number) => Promise<void> = sleep,
): Promise<Part> {
  for (const ms of PAUSES_MS) {
    try {
      return await load()
    } catch (error) {
      forgetStyles(error)
      await pause(ms)
    }
  }
  return load()
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

// The loader takes any link of that address for a loaded one, so that a second try would come without its styles.
function forgetStyles(error: unknown): void {
  if (!(error instanceof Error) || typeof document === 'undefined') return
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.sheet === null && error.message.includes(link.href)) link.remove()
}
