// The link that the program printed, as a person pastes it.
import { err, ok, type Result } from '@slyglass/base'
import { findSecret } from './public/address.ts'

/** Where to go: a fragment of this page, or the whole link where another server printed it. A token alone is as good. */
export function readPrinted(text: string, origin: string): Result<string, string> {
  const [, address = '', fragment] = /(https?:\/\/[^\s#]+)?(#[tc]=\S+)/.exec(text) ?? []
  const secret = fragment ?? (/^[\w-]{43}$/.test(text.trim()) ? `#t=${text.trim()}` : '')
  if (findSecret(secret) === undefined)
    return err('There is no #t= in it. Copy the whole line that begins with “Slyglass is ready:”.')
  return ok(address === '' || /^https?:\/\/[^/]+/.exec(address)?.[0] === origin ? secret : address + secret)
}
