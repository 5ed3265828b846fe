import { BlockList, isIP } from 'node:net'

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

/** Of a host as an address names it, or of an IP address that a name leads to. What leads nowhere public counts as private. */
export function reachOf(hostname: string): Reach {
  const host = unbracketed(hostname.toLowerCase()).replace(/\.$/, '')
  if (host.startsWith('metadata.') || host === 'metadata') return 'metadata'
  if (isIP(host) !== 0) return reachOfIp(host.replace(/%.*$/, ''))
  return /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/.test(host) || !host.includes('.') ? 'private' : 'public'
}

export function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

function reachOfIp(address: string): Reach {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  if (METADATA.check(address, family)) return 'metadata'
  const inner = family === 'ipv6' ? innerV4(address) : undefined
  if (inner !== undefined && METADATA.check(inner, 'ipv4')) return 'metadata'
  return isMapped(address) || PRIVATE.check(address, family) ? 'private' : 'public'
}

const METADATA = listOf(['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::/32'])

const PRIVATE = listOf([
  // This machine, its network, and that of a provider.
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  // Kept for protocols, examples and measuring; many receivers; kept for later.
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // The same of version 6, and what carries an address of version 4 inside: a gateway on the way may unpack it.
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ...['fc00::/7', 'fec0::/10', 'ff00::/8'],
])

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Nobody writes an address of version 4 like that but to get around a rule. */
const isMapped = (address: string): boolean => address.includes(':') && /^::ffff:/.test(canonical(address))

/** The address of version 4 inside one of version 6: mapped, compatible, or of a gateway. */
function innerV4(address: string): string | undefined {
  const whole = canonical(address)
  const [, high, low] = /^(?:::ffff:|64:ff9b::|::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(whole) ?? []
  if (low === undefined) return undefined
  const [h, l] = [Number.parseInt(high ?? '0', 16), Number.parseInt(low, 16)]
  return [h >> 8, h & 255, l >> 8, l & 255].join('.')
}

/** As URLs write it: the shortest form, in hexadecimal. */
function canonical(address: string): string {
  return unbracketed(new URL(`http://[${address}]/`).hostname)
}
