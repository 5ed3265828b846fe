// Figures as people read them.

/** `<1 ms`, `2 ms`, `0.44 s`, `13.6 s`, `2 min 5 s`. Never zero. */
export function formatDuration(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 100) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(2)} s`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A duration that still grows: tenths of a second, so that it ticks evenly. */
export function formatElapsed(ms: number): string {
  return ms < 60_000 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : formatDuration(ms)
}

/** `840 B`, `5.9 KB`, `21.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Digits in groups of three: `1,204`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `1 call`, `2 calls`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `10:19`, or with the date when it was another day than `now`. */
export function formatTime(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  const clock = `${two(then.getHours())}:${two(then.getMinutes())}`
  return then.toDateString() === today.toDateString() ? clock : `${then.getDate()} ${MONTHS[then.getMonth()]}, ${clock}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (figure: number) => String(figure).padStart(2, '0')

/** What tells ids apart at a glance: their kind and their end, since those of one moment begin alike. */
export function shortId(id: string): string {
  return `${id.slice(0, 4)}${id.slice(-6)}`
}

/** First and last digits of a fingerprint: enough to see that two are equal. */
export function shortPrint(fingerprint: string): string {
  return `${fingerprint.slice(0, 4)}·${fingerprint.slice(-2)}`
}
