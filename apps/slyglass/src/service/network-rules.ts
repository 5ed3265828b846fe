// What a network's own file says about how it is served.
import { JsonNumber, jsonAt } from '@slyglass/base'
import type { Network } from '@slyglass/network'

/** The work of an event goes on without its client. */
export function takesEvents({ frontMan }: Network): boolean {
  return jsonAt(frontMan?.json.get('function'), 'invocation') === 'event'
}

/** How long a request may take, in milliseconds; undefined without a limit. */
export function requestLimit({ json }: Network): number | undefined {
  const seconds = jsonAt(json, 'request_timeout_seconds')
  return seconds instanceof JsonNumber && seconds.toNumber() > 0 ? seconds.toNumber() * 1000 : undefined
}
