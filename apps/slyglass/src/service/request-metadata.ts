import type { IncomingMessage } from 'node:http'
import type { JsonText } from '@slyglass/base'

/** Numbers requests and reads the headers that tools may see as `request_metadata`. */
export interface MetadataReader {
  /** Counts a request; `made` is the id it has when the client gives none. */
  count(): string
  read(request: IncomingMessage, names: readonly string[], made: string): JsonText
}

const REQUEST_ID = 'request_id'

export function createMetadataReader(): MetadataReader {
  let requests = 0
  return {
    count() {
      requests += 1
      return `request-${requests}`
    },
    read({ headers }, names, made) {
      // Without a header the original says None, as a text.
      const all = [...names, ...(names.includes(REQUEST_ID) ? [] : [REQUEST_ID])]
      const entries = all.map((name) => {
        const given = headers[name.toLowerCase()]
        const value = Array.isArray(given) ? given[0] : given
        return [name, value ?? (name === REQUEST_ID ? made : 'None')]
      })
      return JSON.stringify(Object.fromEntries(entries))
    },
  }
}

/** The client's own metadata wins, unless it is null. */
export function withMetadata(sly: ReadonlyMap<string, JsonText>, metadata: JsonText): ReadonlyMap<string, JsonText> {
  return (sly.get('request_metadata') ?? 'null') === 'null' ? new Map([...sly, ['request_metadata', metadata]]) : sly
}
