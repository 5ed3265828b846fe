// A conversation for endpoints with strict chat templates: one system text at the front, then user and assistant in turns, the
// user first and last, nothing empty. Made anew for each request; what an agent remembers stays as it is.

import type { Message } from './conversation.ts'
import { bothForms, type Forms } from './forms.ts'

/** Said where the template wants a message and there is none to send. */
const FILLERS = {
  opening: '(Earlier messages are left out.)',
  empty: '(no text)',
  heard: 'I have these results.',
  goOn: 'Go on.',
} as const

const BETWEEN = '\n\n'

export function strictRoles(messages: readonly Forms<Message>[]): readonly Forms<Message>[] {
  const said = messages.filter((message) => !isNothing(message.truth))
  const system = said.filter(({ truth }) => truth.role === 'system')
  const others = said.filter(({ truth }) => truth.role !== 'system')
  return [...system.reduce(addMerged, []), ...inTurns(others.reduce(addMerged, []))]
}

/** An aborted answer leaves an empty message; an empty question is a question. */
function isNothing(message: Message): boolean {
  return message.content.trim() === '' && message.role !== 'user' && message.role !== 'tool' && !('calls' in message)
}

function addMerged(merged: readonly Forms<Message>[], next: Forms<Message>): readonly Forms<Message>[] {
  const last = merged.at(-1)
  if (last === undefined || !mayMerge(last.truth, next.truth)) return [...merged, next]
  const both = { truth: merge(last.truth, next.truth), logged: merge(last.logged, next.logged) }
  const isSame = last.truth === last.logged && next.truth === next.logged
  return [...merged.slice(0, -1), isSame ? { truth: both.truth, logged: both.truth } : both]
}

/** Calls stay the last thing of their message, since their results come next. */
function mayMerge(last: Message, next: Message): boolean {
  return last.role === next.role && last.role !== 'tool' && !('calls' in last)
}

function merge(last: Message, next: Message): Message {
  const content = [last.content, next.content].filter((text) => text.trim() !== '').join(BETWEEN)
  return { ...next, content }
}

function inTurns(messages: readonly Forms<Message>[]): readonly Forms<Message>[] {
  const turns: Forms<Message>[] = messages[0]?.truth.role === 'user' ? [] : [filler('user', FILLERS.opening)]
  for (const message of messages) {
    if (message.truth.role === 'user' && turns.at(-1)?.truth.role === 'tool')
      turns.push(filler('assistant', FILLERS.heard))
    turns.push(message.truth.role === 'user' ? filled(message) : message)
  }
  const last = turns.at(-1)?.truth.role
  if (last === 'tool') turns.push(filler('assistant', FILLERS.heard))
  if (last !== 'user') turns.push(filler('user', FILLERS.goOn))
  return turns
}

function filled(message: Forms<Message>): Forms<Message> {
  if (message.truth.content.trim() !== '') return message
  return bothForms(message, (empty): Message => ({ ...empty, content: FILLERS.empty }))
}

function filler(role: 'user' | 'assistant', content: string): Forms<Message> {
  const message: Message = { role, content }
  return { truth: message, logged: message }
}
