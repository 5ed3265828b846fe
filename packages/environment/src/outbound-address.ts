/**
 * An address that a network names, as it may be asked. Those under which clouds hand out the machine's own credentials are
 * refused, for MCP servers and other networks alike.
 * @throws Error in words for such an address; TypeError for a text that is no URL.
 */
export function outboundAddress(url: string): URL {
  const address = new URL(url)
  const host = address.hostname.toLowerCase()
  if (/^169\.254\.|^\[fe80:|^\[fd00:ec2:|^metadata\./.test(host))
    throw new Error(`${host} is an address of the machine's own network; nothing is asked there.`)
  return address
}
