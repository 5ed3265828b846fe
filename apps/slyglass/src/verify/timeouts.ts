// The time of a request is a race with the clock: both end in the timeout, and one of them had come further.
import {
  askedText,
  bodyOf,
  type ClientAnswer,
  field,
  heard,
  hearing,
  hearsLast,
  isFields,
  isSame,
  listOf,
} from './answer.ts'
import type { Asked, Instead } from './purpose.ts'
import type { Normalised } from './recording.ts'

/** Both end in the timeout, and what came before it is the beginning of the longer one. */
export function endsInTime({ request, recorded, own, forms }: Asked): Instead | undefined {
  if (!isTimeout(recorded) || !isSame(recorded.messages.at(-1), own.messages.at(-1))) return undefined
  const [theirs, ours] = [recorded.messages.slice(0, -1), own.messages.slice(0, -1)]
  const shared = Math.min(theirs.length, ours.length)
  if (!isSame(theirs.slice(0, shared), ours.slice(0, shared))) return undefined
  return {
    answer: { ...recorded, messages: own.messages },
    model: { run: cutWork(request, forms, Math.sign(ours.length - theirs.length)) },
    tools: { run: cutTools(forms) },
  }
}

type Run = NonNullable<NonNullable<Instead['model']>['run']>

/** Work that was cut off earlier or later, as far as the answer tells which. */
function cutWork(request: Asked['request'], { recorded, own }: Asked['forms'], longer: number): Run {
  const text = askedText(request)
  const isOpen = isTold(request)
  return (was, is) => {
    if (was.length > 0 && (is.length > 0 || (isOpen && longer >= 0))) return false
    if (is.length > 0 && isOpen && longer <= 0) return false
    const isWork = (entry: unknown, others: Normalised) => hearsLast(entry, text) && isPartOf(entry, others)
    return was.every((entry) => isWork(entry, own)) && is.every((entry) => isWork(entry, recorded))
  }
}

/** One of the others, or what follows the longest of them. */
function isPartOf(entry: unknown, { model }: Normalised): boolean {
  const messages = heard(entry)
  const others = Object.values(model).flat()
  const isLongest = others.every((one) => heard(one).length < messages.length)
  const isBegun = (one: unknown) => isSame(one, hearing(entry, messages.slice(0, heard(one).length)))
  return others.some((one) => isSame(one, entry)) || (isLongest && others.some(isBegun))
}

/** The stream tells every step. */
function isTold(request: Asked['request']): boolean {
  return field(bodyOf(request), 'chat_filter', 'chat_filter_type') === 'MAXIMAL'
}

/** What was running when the time ended may say so; what it would have gone on with is there or not. */
function cutTools({ recorded, own }: Asked['forms']): Run {
  const isKnown = (entry: unknown, { tools }: Normalised) =>
    tools.some((one) => field(one, 'tool') === field(entry, 'tool') && isSame(shapeOf(one), shapeOf(entry)))
  return (was, is) =>
    [was, is].some(isCutOff) &&
    was.every((entry) => isKnown(entry, own)) &&
    is.every((entry) => isKnown(entry, recorded))
}

function shapeOf(entry: unknown): readonly string[] {
  return isFields(entry) ? Object.keys(entry) : []
}

function isTimeout({ messages }: ClientAnswer): boolean {
  const last = messages.at(-1)
  const text = field(listOf(field(last, 'result', 'content'))[0], 'text')
  return (
    isSame(last, { error: 'Request timeout' }) || (typeof text === 'string' && text.startsWith('Timeout for tool '))
  )
}

/** Nothing, or one entry that says that its tool was cut off. */
function isCutOff(entries: readonly unknown[]): boolean {
  return entries.length === 0 || (entries.length === 1 && field(entries[0], 'problem') === 'CancelledError')
}
