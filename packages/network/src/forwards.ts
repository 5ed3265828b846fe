import { isJsonList, isJsonObject, type JsonObject, jsonAt } from '@slyglass/base'

/**
 * True when an agent lets the messages of another network through to its own client: `allow.from_downstream.messages`, of which
 * `reporting` is the older name. A text, a list or an object names the references, as they are written.
 */
export function forwardsMessages(allow: JsonObject | undefined, reference: string): boolean {
  const [messages, reporting] = ['messages', 'reporting'].map((key) => jsonAt(allow, 'from_downstream', key))
  const rule = messages ?? reporting
  if (isJsonList(rule)) return rule.includes(reference)
  return rule === true || rule === reference || (isJsonObject(rule) && rule.get(reference) === true)
}
