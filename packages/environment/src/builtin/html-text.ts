// A page as text. One pass from front to back, so that no page can make it slow.

const UNSHOWN = ['script', 'style', 'noscript', 'template', 'svg', 'head']
const BREAKS = /^\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|table|section|article|header|footer|pre|blockquote|hr|dt|dd)$/
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function htmlText(html: string): string {
  const lower = html.toLowerCase()
  let text = ''
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open === -1) return tidy(text + html.slice(at))
    text += html.slice(at, open)
    at = endOfTag(lower, open)
    if (BREAKS.test(nameAt(lower, open))) text += '\n'
  }
  return tidy(text)
}

/** Behind the tag; of what is not shown, behind its end. */
function endOfTag(lower: string, open: number): number {
  if (lower.startsWith('<!--', open)) return after(lower, '-->', open)
  const name = nameAt(lower, open)
  return UNSHOWN.includes(name) ? after(lower, `</${name}`, open) : after(lower, '>', open)
}

function nameAt(lower: string, open: number): string {
  return /^\/?[a-z][a-z0-9]*/.exec(lower.slice(open + 1, open + 20))?.[0] ?? ''
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  if (found === -1) return text.length
  if (mark.endsWith('>')) return found + mark.length
  const end = text.indexOf('>', found)
  return end === -1 ? text.length : end + 1
}

function tidy(text: string): string {
  return text
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, decoded)
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
