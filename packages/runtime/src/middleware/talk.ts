// A conversation as middleware reads and changes it: messages with ids, without the instructions, which are a part of each
// request only. What a class hands back is in two forms like every answer.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, printJson, toJson } from '@slyglass/base'
import type { ModelCall } from '@slyglass/run-log'
import type { Message } from '../conversation.ts'
import { alike, bothForms, type Forms } from '../forms.ts'

export type Said = Forms<Message>

/** What an agent knows while it works. */
export interface Talk {
  readonly messages: readonly Said[]
  /** What middleware keeps beside the messages, by name. */
  readonly extra: Forms<JsonObject>
}

/** The beginning, every message with an id of its own. */
export function startTalk(opening: readonly Said[]): Talk {
  const messages = opening.map((said, index) => withId(said, `h${index + 1}`))
  return { messages, extra: alike<JsonObject>(new Map()) }
}

export function withId(said: Said, id: string): Said {
  return said.truth.id === undefined ? bothForms(said, (message): Message => ({ ...message, id })) : said
}

/** The messages as a class is told them. */
export function tellMessages(messages: readonly Said[]): Forms<Json> {
  const tell = (form: 'truth' | 'logged'): Json => messages.map((said) => toJson(tellMessage(said[form])))
  const truth = tell('truth')
  return messages.every((said) => said.truth === said.logged) ? alike(truth) : { truth, logged: tell('logged') }
}

function tellMessage(message: Message): object {
  const { role, content, id } = message
  if (role === 'tool') return { role, content, id, callId: message.callId }
  return { role, content, id, ...('calls' in message && { calls: message.calls.map(tellCall) }) }
}

/** A call as a class is told it. */
export function tellCall({ id, tool, args }: ModelCall): { id: string; tool: string; args: string } {
  return { id, tool, args }
}

/** A part of an answer by name, in both forms. */
export function part(answer: Forms<Json>, ...path: readonly string[]): Forms<Json | undefined> {
  return bothForms(answer, (value) => jsonAt(value, ...path))
}

/** The items of a list in both forms; masking changes texts, never their number. */
export function items(list: Forms<Json | undefined>): readonly Forms<Json>[] {
  const [truth, logged] = [list.truth, list.logged]
  if (!isJsonList(truth)) return []
  if (list.truth === list.logged || !isJsonList(logged)) return truth.map(alike)
  return truth.map((one, index) => {
    const other = logged[index] ?? null
    return printJson(one) === printJson(other) ? alike(one) : { truth: one, logged: other }
  })
}

/** Messages of an answer: those that did not change are named by their id. `made` begins the ids of new ones. */
export function readMessages(
  list: Forms<Json | undefined>,
  known: readonly Said[],
  made: string,
): readonly (Said | { readonly remove: string })[] {
  return items(list).flatMap((item, index) => {
    const kept = jsonAt(item.truth, 'keep')
    const same = typeof kept === 'string' ? known.find((said) => said.truth.id === kept) : undefined
    if (same !== undefined) return same
    if (jsonAt(item.truth, 'role') === undefined) return []
    const id = jsonAt(item.truth, 'id')
    if (jsonAt(item.truth, 'role') === 'remove') return { remove: String(id) }
    return withId(
      bothForms(item, (one) => readMessage(one)),
      `${made}.${index + 1}`,
    )
  })
}

function readMessage(item: Json): Message {
  const [role, content, given] = ['role', 'content', 'id'].map((key) => jsonAt(item, key))
  const id = typeof given === 'string' && given !== '' ? { id: given } : {}
  const text = typeof content === 'string' ? content : ''
  if (role === 'tool') return { role, content: text, callId: String(jsonAt(item, 'callId') ?? ''), ...id }
  const calls = jsonAt(item, 'calls')
  if (role === 'assistant' && isJsonList(calls)) return { role, content: text, calls: calls.map(readCall), ...id }
  return { role: role === 'assistant' || role === 'system' ? role : 'user', content: text, ...id }
}

/** A call that a class wrote. */
export function readCall(item: Json): ModelCall {
  const [id = '', tool = '', args = ''] = ['id', 'tool', 'args'].map((key) => String(jsonAt(item, key) ?? ''))
  return { id, tool, args }
}

const EVERYTHING = '__remove_all__'

/** The conversation after what a hook gave back: by id, a message takes the place of the one before. */
export function applyUpdate(talk: Talk, update: Forms<Json>, made: string): Talk {
  const changes = readMessages(part(update, 'messages'), talk.messages, made)
  let messages = talk.messages
  for (const change of changes) {
    if ('remove' in change) {
      messages = change.remove === EVERYTHING ? [] : messages.filter((said) => said.truth.id !== change.remove)
      continue
    }
    const place = messages.findIndex((said) => said.truth.id === change.truth.id)
    messages = place < 0 ? [...messages, change] : messages.with(place, change)
  }
  return { messages, extra: mergeExtra(talk.extra, part(update, 'extra')) }
}

function mergeExtra(extra: Forms<JsonObject>, more: Forms<Json | undefined>): Forms<JsonObject> {
  if (!isJsonObject(more.truth)) return extra
  const merge = (form: 'truth' | 'logged') => {
    const added = more[form]
    return new Map([...extra[form], ...(isJsonObject(added) ? added : [])])
  }
  if (extra.truth === extra.logged && more.truth === more.logged) return alike(merge('truth'))
  return { truth: merge('truth'), logged: merge('logged') }
}

/** The last thing that was said. */
export function lastSaid(talk: Talk): Forms<string> {
  const last = talk.messages.at(-1)
  return last === undefined ? alike('') : bothForms(last, ({ content }) => content)
}

/** Calls of the model's last message that have no result yet. */
export function openCalls(talk: Talk): readonly Forms<ModelCall>[] {
  const place = talk.messages.findLastIndex((said) => said.truth.role === 'assistant')
  const said = talk.messages[place]
  if (said === undefined) return []
  const after = talk.messages.slice(place + 1).map(({ truth }) => (truth.role === 'tool' ? truth.callId : undefined))
  const [calls, logged] = [callsOf(said.truth), callsOf(said.logged)]
  return calls.flatMap((call, index) => {
    if (after.includes(call.id)) return []
    const other = logged[index] ?? call
    return [other === call ? alike(call) : { truth: call, logged: other }]
  })
}

function callsOf(message: Message): readonly ModelCall[] {
  return 'calls' in message ? message.calls : []
}
