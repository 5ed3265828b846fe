// The spellings under which a private text is looked for. ASCII case needs no forms: the matcher folds it.
import { base64Spellings } from './base64.ts'
import { foldText, hexOf, utf8 } from './bytes.ts'
import type { Leaf } from './leaves.ts'

export interface Form {
  readonly name: string
  readonly text: string
  /** Case matters (base64). */
  readonly exact: boolean
}

const REVERSED_LENGTH = 8
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Every spelling of a leaf, each text once; `few` leaves out all but plain and JSON. */
export function formsOf(leaf: Leaf, few = false): readonly Form[] {
  const forms = new Map<string, Form>()
  const add = (name: string, text: string, exact = false): void => {
    const same = `${exact} ${exact ? text : foldText(text)}`
    if (text !== '' && !forms.has(same)) forms.set(same, { name, text, exact })
  }
  const texts = leaf.kind === 'number' ? numberSpellings(leaf.text) : letterCases(leaf.text)
  for (const [name, text] of texts) {
    add(name, text)
    if (SAME_EVERYWHERE.test(text)) continue
    addJson(name, text, add)
    if (few) continue
    addPython(text, add)
    addUrl(text, add)
    addHtml(text, add)
  }
  if (!few) addEncoded(leaf.text, add)
  return [...forms.values()]
}

/** Letters, digits and signs that nobody escapes, in whatever a text is written. Ids are such texts. */
const SAME_EVERYWHERE = /^[\w.-]*$/

type Add = (name: string, text: string, exact?: boolean) => void
type Spelling = readonly [name: string, text: string]

function letterCases(given: string): readonly Spelling[] {
  const text = given.replace(LONE_SURROGATE, '\ufffd')
  if (/^[\x00-\x7f]*$/.test(text)) return [['raw', text]]
  return [
    ['raw', text],
    ['upper case', text.toUpperCase()],
    ['lower case', text.toLowerCase()],
    // The same letters, composed or taken apart, as file systems and keyboards write them.
    ['other form', text.normalize('NFC')],
    ['other form', text.normalize('NFD')],
  ]
}

function addJson(name: string, text: string, add: Add): void {
  if (!/["\\/<>&\u0000-\u001f\u007f-\uffff]/.test(text)) return
  let [plain, ascii, slashed, html] = [text, text, text, text]
  for (const depth of ['', ' in JSON', ' in JSON in JSON']) {
    plain = jsonInside(plain)
    ascii = asciiOnly(jsonInside(ascii))
    slashed = jsonInside(slashed).replaceAll('/', '\\/')
    html = jsonInside(html).replace(/[<>&]/g, unicodeEscape)
    const label = `${name === 'raw' ? '' : `${name} `}JSON${depth}`
    add(label, plain)
    add(label, ascii)
    add(label, slashed)
    add(label, html)
  }
}

function addPython(text: string, add: Add): void {
  const repr = pythonInside(text)
  add('Python repr', repr)
  add('Python repr in JSON', jsonInside(repr))
  add('Python repr in JSON', asciiOnly(jsonInside(repr)))
  if (/^[\x00-\x7f]*$/.test(text)) return
  const ascii = repr.replace(/[\u0080-\u{10ffff}]/gu, (letter) => pythonEscape(letter.codePointAt(0) ?? 0))
  const bytes = Array.from(utf8(text), bytesEscape).join('')
  for (const [form, spelling] of [['Python ASCII', ascii] as const, ['Python bytes', bytes] as const]) {
    add(form, spelling)
    add(`${form} in JSON`, jsonInside(spelling))
    add(`${form} in JSON`, jsonInside(jsonInside(spelling)))
  }
}

function addUrl(text: string, add: Add): void {
  const plain = encodeURIComponent(text)
  const strict = plain.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  add('URL', plain)
  add('URL', strict)
  add('URL', strict.replace(/%2f/gi, '/'))
  add('form', strict.replaceAll('%20', '+'))
  add('form', plain.replaceAll('%20', '+').replaceAll('~', '%7E'))
  add('URL in URL', encodeURIComponent(plain))
  add('URL in URL', encodeURIComponent(strict))
}

function addHtml(text: string, add: Add): void {
  const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = named.replaceAll('"', '&quot;')
  add('HTML', named)
  add('HTML', quoted)
  for (const apostrophe of ['&#39;', '&#x27;', '&apos;']) add('HTML', quoted.replaceAll("'", apostrophe))
  add(
    'HTML',
    quoted.replaceAll("'", '&#39;').replace(/[\u0080-\u{10ffff}]/gu, (letter) => `&#${letter.codePointAt(0)};`),
  )
}

function addEncoded(text: string, add: Add): void {
  const inside = jsonInside(text)
  const bytes = utf8(text)
  for (const spelling of base64Spellings(bytes)) add('base64', spelling, true)
  for (const source of new Set([inside, asciiOnly(inside)]))
    if (source !== text) for (const spelling of base64Spellings(utf8(source))) add('base64 of JSON', spelling, true)
  add('hex', hexOf(bytes))
  const letters = [...text]
  if (letters.length >= REVERSED_LENGTH) add('reversed', letters.reverse().join(''))
}

/** Nobody sets the thousands of a longer one apart. */
const LONGEST_NUMBER = 64

/** Plain, without a zero fraction, with two decimals, and with thousands set apart. */
function numberSpellings(text: string): readonly Spelling[] {
  if (text.length > LONGEST_NUMBER) return [['raw', text]]
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  const [, , whole = '', fraction = ''] = parts ?? []
  if (parts === null) return [['raw', text], ...withoutExponent(text)]
  const cents = fraction.padEnd(2, '0')
  const money = cents.length === 2 || /^0*$/.test(cents.slice(2)) ? cents.slice(0, 2) : fraction
  const short = fraction.replace(/0+$/, '')
  const spellings: Spelling[] = [['raw', text]]
  const join = (digits: string, point: string, end: string): string => `${digits}${end === '' ? '' : point}${end}`
  for (const [separator, point] of [
    ['', '.'],
    [',', '.'],
    ['.', ','],
    [' ', ','],
    ['\u00a0', ','],
    ["'", '.'],
  ] as const) {
    const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, separator)
    for (const end of new Set([short, money, short === '' ? '0' : short]))
      spellings.push(['number', join(digits, point, end)])
  }
  return spellings
}

/** `1.5e9` is 1500000000 for every program that read it. */
function withoutExponent(text: string): readonly Spelling[] {
  const plain = String(Number(text))
  return /^-?\d+(?:\.\d+)?$/.test(plain) && plain !== '0' ? numberSpellings(plain) : []
}

const jsonInside = (text: string): string => JSON.stringify(text).slice(1, -1)

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const asciiOnly = (text: string): string => text.replace(/[\u0080-\uffff]/g, unicodeEscape)

/** Inside of Python's `repr(text)`. */
function pythonInside(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  return text.replace(/[\\'\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (letter) => {
    if (letter === '\\') return '\\\\'
    if (letter === "'") return quote === "'" ? "\\'" : letter
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[letter]
    return short ?? pythonEscape(letter.codePointAt(0) ?? 0)
  })
}

/** A byte as Python prints it inside `b'…'`. */
function bytesEscape(byte: number): string {
  if (byte >= 0x20 && byte < 0x7f) return byte === 0x5c ? '\\\\' : String.fromCharCode(byte)
  return { 9: '\\t', 10: '\\n', 13: '\\r' }[byte] ?? pythonEscape(byte)
}

function pythonEscape(code: number): string {
  const hex = code.toString(16)
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
