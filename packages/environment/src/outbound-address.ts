import { isIP } from 'node:net'

/**
 * An address that a network names, as it may be asked. Those under which clouds hand out the machine's own credentials are
 * refused, for MCP servers and other networks alike.
 * @throws Error in words for such an address; TypeError for a text that is no URL.
 */
export function outboundAddress(url: string): URL {
  const address = new URL(url)
  if (reachOf(address.hostname) === 'metadata')
    throw new Error(`${address.hostname} is an address of the machine's own network; nothing is asked there.`)
  return address
}

/** How far a host is: the internet, this machine or its network, or where a cloud hands out the machine's credentials. */
export type Reach = 'public' | 'private' | 'metadata'

/** Of a host as an address names it, or of an IP address that a name leads to. */
export function reachOf(hostname: string): Reach {
  const host = unbracketed(hostname.toLowerCase()).replace(/\.$/, '')
  if (host.startsWith('metadata.') || host === 'metadata') return 'metadata'
  if (isIP(host) === 4) return reachOfV4(host)
  if (isIP(host) === 6) return reachOfV6(host)
  return /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/.test(host) || !host.includes('.') ? 'private' : 'public'
}

export function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

function reachOfV4(address: string): Reach {
  const [a = 0, b = 0] = address.split('.').map(Number)
  if (a === 169 && b === 254) return 'metadata'
  const shared = a === 100 && b >= 64 && b < 128
  const own = a === 0 || a === 10 || a === 127 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)
  return own || shared || a >= 224 || (a === 198 && (b === 18 || b === 19)) ? 'private' : 'public'
}

function reachOfV6(address: string): Reach {
  const mapped = mappedV4(address)
  if (mapped !== undefined) return reachOfV4(mapped)
  if (/^fe[89ab]|^fd00:ec2:/.test(address)) return 'metadata'
  return /^(?:::1?$|f[cd]|ff|64:ff9b:)/.test(address) ? 'private' : 'public'
}

/** `::ffff:127.0.0.1`, which URLs write as `::ffff:7f00:1`. */
function mappedV4(address: string): string | undefined {
  const dotted = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (dotted !== undefined) return dotted
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? []
  if (high === undefined || low === undefined) return undefined
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [h >> 8, h & 255, l >> 8, l & 255].join('.')
}
