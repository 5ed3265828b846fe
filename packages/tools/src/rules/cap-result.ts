// A result that is too long for a model is told in pages. People always have the whole.

/** The name of the tool that reads on; it is offered once a result was cut. */
export const READ_MORE = 'read_result'

/** One page of a text. */
export interface Page {
  readonly text: string
  /** Where the next page begins; undefined at the end. */
  readonly next?: number
}

/** What a model reads of a result: all of it, or the first page and how to read on. */
export function capResult(text: string, most: number, callId: string): string {
  if (text.length <= most) return text
  const page = pageOf(text, 0, most)
  return `${page.text}${moreText(callId, page, text.length)}`
}

/** The page of a text that begins at a character. No character is cut in two. */
export function pageOf(text: string, from: number, most: number): Page {
  const start = Math.max(0, Math.min(Math.trunc(from), text.length))
  let end = Math.min(text.length, start + Math.max(1, most))
  if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end = end - 1 > start ? end - 1 : end + 1
  return { text: text.slice(start, end), ...(end < text.length && { next: end }) }
}

/** The line under a page that says how to read on. */
export function moreText(callId: string, page: Page, length: number): string {
  if (page.next === undefined) return ''
  const arguments_ = JSON.stringify({ call_id: callId, offset: page.next })
  return `\n[Shown up to character ${page.next} of ${length}. Call ${READ_MORE} with ${arguments_} to read on.]`
}

/** The first half of a character that two units stand for. */
export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
