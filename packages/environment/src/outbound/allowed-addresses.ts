// Addresses of this machine and its network that a trusted project lists in `studio.fetch.allow`.
import { isIP } from 'node:net'
import { unbracketed } from '../outbound-address.ts'

/** Whether a host, as it is written or as it was looked up, is listed for this port. */
export function isListed(allow: readonly string[], host: string, port: string): boolean {
  const wanted = plain(host)
  return allow.some((item) => {
    const listed = readItem(item)
    return listed !== undefined && listed.host === wanted && (listed.port === '' || listed.port === port)
  })
}

/** The port of an address, written or usual. */
export function portOf(url: URL): string {
  return url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
}

function readItem(item: string): { readonly host: string; readonly port: string } | undefined {
  const text = item.trim()
  if (isIP(unbracketed(text)) === 6) return { host: plain(text), port: '' }
  try {
    const hasScheme = /^https?:\/\//i.test(text)
    const url = new URL(hasScheme ? text : `http://${text}`)
    const written = /:(\d+)$/.exec(url.host === '' ? '' : (text.replace(/^https?:\/\//i, '').split('/')[0] ?? ''))?.[1]
    return { host: plain(url.hostname), port: hasScheme ? portOf(url) : (written ?? '') }
  } catch {
    return undefined
  }
}

/** One spelling for an address, whoever wrote it. */
function plain(host: string): string {
  const bare = unbracketed(host.toLowerCase()).replace(/\.$/, '')
  if (isIP(bare) !== 6) return bare
  return unbracketed(new URL(`http://[${bare}]/`).hostname)
}
