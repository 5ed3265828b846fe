// Contexts that a client made up: here it may bring the front man's own conversation along, and nothing else.
import { askedText, bodyOf, field, heard, hearing, hearsLast, isAskedLike, isFields, isSame, listOf } from './answer.ts'
import { type Asked, type Instead, isAnswered, saysOnly, withHistories } from './purpose.ts'

/** Types of messages that are a conversation, as words and as the numbers of the original's protocol. */
const ROLES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['HUMAN', 'user'],
  [2, 'user'],
  ['AI', 'assistant'],
  [4, 'assistant'],
])

interface Brought {
  /** The front man's conversation. */
  readonly kept: readonly unknown[]
  readonly planted: readonly unknown[]
  /** Whose histories are not taken. */
  readonly others: readonly unknown[]
}

export function withoutPlanted(asked: Asked): Instead | undefined {
  const brought = broughtBy(bodyOf(asked.request))
  if (brought.planted.length === 0) return undefined
  return isStopped(asked, brought) ? answerInFull(asked, brought) : answerWithout(asked, brought)
}

function broughtBy(body: unknown): Brought {
  const histories = listOf(field(body, 'chat_context', 'chat_histories'))
  const [first] = histories
  const isInner = listOf(field(first, 'origin')).length > 1
  const [front, others] = [isInner ? undefined : first, isInner ? histories : histories.slice(1)]
  const messages = listOf(field(front, 'messages'))
  const isConversation = (message: unknown) => ROLES.has(field(message, 'type'))
  const planted = messages.filter((message) => !isConversation(message))
  return {
    kept: messages.filter(isConversation),
    planted: [...planted, ...others.flatMap((history) => listOf(field(history, 'messages')))],
    others: others.map((history) => field(history, 'origin')),
  }
}

/** The stream with another answer of the model counts as the same where the recorded one is one of its answers, too. */
function answerWithout(asked: Asked, brought: Brought): Instead | undefined {
  const { request, recorded, own, said } = asked
  const answers = new Map<string, string>()
  const theirs = recorded.messages.map((message) => withHistories(message, (part) => !isPlanted(part, brought)))
  const ours = own.messages.filter((message) => !isIntroduction(message, brought, asked))
  const texts = [...brought.kept, ...brought.planted].map((message) => String(field(message, 'text')))
  if (!saysOnly(recorded, new Set([...said, ...texts])) || !isSameBut(theirs, ours, said, answers)) return undefined
  const text = askedText(request)
  const changed = (was: unknown, is: unknown) => {
    const messages = heard(was)
    const left = messages.filter((message, at) => at === 0 || !isHeardPlanted(message, brought))
    const isOfThis = left.length < messages.length || hearsLast(was, text)
    return (
      isOfThis &&
      isSame(
        hearing(
          was,
          left.map((message) => answeredHere(message, answers)),
        ),
        is,
      )
    )
  }
  return { answer: { ...recorded, messages: own.messages }, model: { changed } }
}

/** A planted message in a history of the answer; the original hides what a system text says. */
function isPlanted(message: unknown, { planted }: Brought): boolean {
  const [type, text] = [field(message, 'type'), field(message, 'text')]
  return (
    !ROLES.has(type) &&
    planted.some((one) => field(one, 'type') === type && (field(one, 'text') === text || text === '<redacted>'))
  )
}

const ROLES_HEARD = new Set<unknown>(['system', 'user', 'assistant', 'tool'])

function isHeardPlanted(message: unknown, { planted }: Brought): boolean {
  const content = field(message, 'content')
  return ROLES_HEARD.has(field(message, 'role')) && planted.some((one) => field(one, 'text') === content)
}

/** An agent whose history is not taken begins with its instructions, as always. */
function isIntroduction(message: unknown, { others }: Brought, { forms }: Asked): boolean {
  const isInstructed = (text: unknown) =>
    Object.values(forms.own.model).some((entries) =>
      entries.some((entry) => field(heard(entry)[0], 'content') === text),
    )
  return (
    field(message, 'type') === 'SYSTEM' &&
    others.some((origin) => isSame(plainOrigin(origin), plainOrigin(field(message, 'origin')))) &&
    isInstructed(field(message, 'text'))
  )
}

function plainOrigin(origin: unknown): unknown {
  return listOf(origin).map((part) => ({
    tool: field(part, 'tool'),
    instantiation_index: field(part, 'instantiation_index'),
  }))
}

/** What the model said here where it said something else to the original, which told it more. */
function answeredHere(message: unknown, answers: ReadonlyMap<string, string>): unknown {
  const content = field(message, 'content')
  const isAnswer = field(message, 'role') === 'tool' || field(message, 'role') === 'assistant'
  const here = isAnswer && typeof content === 'string' ? answers.get(content) : undefined
  return isFields(message) && here !== undefined ? { ...message, content: here } : message
}

/** Equal, but for answers of the model; the same answer is the same other one everywhere. */
function isSameBut(was: unknown, is: unknown, said: ReadonlySet<string>, answers: Map<string, string>): boolean {
  if (isSame(was, is) && !(typeof was === 'string' && answers.has(was))) return true
  if (typeof was === 'string' && typeof is === 'string') {
    if (!said.has(was) || !said.has(is) || (answers.get(was) ?? is) !== is) return false
    answers.set(was, is)
    return true
  }
  if (Array.isArray(was) && Array.isArray(is))
    return was.length === is.length && was.every((part, at) => isSameBut(part, is[at], said, answers))
  if (!isFields(was) || !isFields(is) || !isSame(Object.keys(was), Object.keys(is))) return false
  return Object.keys(was).every((key) => isSameBut(was[key], is[key], said, answers))
}

const STOPPED = /^Got message type (\S+) \(type \w+\)\. /

/** The original ends with an error line about the type of a planted message. */
function isStopped({ recorded }: Asked, { planted }: Brought): boolean {
  const [, type] = STOPPED.exec(String(field(recorded.messages.at(-1), 'text'))) ?? []
  return type !== undefined && planted.some((message) => String(field(message, 'type')) === type)
}

function answerInFull({ request, recorded, own, said }: Asked, { kept }: Brought): Instead | undefined {
  const text = askedText(request)
  const [line] = recorded.messages
  const echo = field(own.messages.at(-1), 'echo')
  const isLine = isSame(line, {
    chat_context: {},
    ...(echo === undefined ? {} : { echo }),
    text: field(line, 'text'),
    type: 'AGENT_FRAMEWORK',
  })
  const told = [...kept.map(asTold), { text, type: 'HUMAN' }]
  const texts = new Set([...said, ...told.map((message) => String(message.text))])
  if (recorded.messages.length !== 1 || !isLine || !isAnswered(own, told, said) || !saysOnly(own, texts))
    return undefined
  const asks = [...kept.map(asHeard), { content: text, role: 'user' }]
  return {
    answer: { ...recorded, messages: own.messages },
    model: {
      added: (entry, all) => isSame(heard(entry).slice(1), asks) && all.some((one) => isAskedLike(one, entry)),
    },
  }
}

function asTold(message: unknown): { readonly text: unknown; readonly type: unknown } {
  return { text: field(message, 'text'), type: ROLES.get(field(message, 'type')) === 'user' ? 'HUMAN' : 'AI' }
}

function asHeard(message: unknown): unknown {
  return { content: field(message, 'text'), role: ROLES.get(field(message, 'type')) }
}
