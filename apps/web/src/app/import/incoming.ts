// What a file, or what a person typed in its place, brings: told by its name alone, as `slyglass import` does.
import { err, ok, type Result } from '@slyglass/base'

/** `name`: what the network is to be called, or which samples. */
export type Incoming =
  | { readonly kind: 'tool' }
  | { readonly kind: 'network'; readonly name: string }
  | { readonly kind: 'sample'; readonly name: string }

/** The largest file that is read, and the longest text of a network that the server takes. */
const MOST_BYTES = 5_000_000
const MOST_CHARACTERS = 1_000_000

/** What a file of this name and size is. */
export function incomingFile({ name, size }: Pick<File, 'name' | 'size'>): Result<Incoming, string> {
  const incoming = byEnding(name)
  if (incoming === undefined)
    return err(
      `${name} is neither an exported tool (.json) nor a network (.hocon). Other texts go through Paste HOCON.`,
    )
  if (size > MOST_BYTES) return err(`${name} is larger than 5 MB.`)
  return ok(incoming)
}

/** What a path, or the name of samples, means. */
export function incomingTyped(typed: string): Result<Incoming, string> {
  const incoming = byEnding(typed)
  if (incoming !== undefined) return ok(incoming)
  if (SAMPLE.test(typed)) return ok({ kind: 'sample', name: typed })
  return err(`${typed} ends neither as an exported tool (.json) nor as a network (.hocon), and is no name of a sample.`)
}

/** A group, or a network in it. */
const SAMPLE = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/

function byEnding(path: string): Incoming | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  if (/\.json$/i.test(name)) return { kind: 'tool' }
  const [, network] = /^(.+)\.(?:hocon|conf)$/i.exec(name) ?? []
  return network === undefined ? undefined : { kind: 'network', name: network }
}

/** The text of a file, every byte of it: a mark at its beginning is a part of it. */
export function decodeIncoming(name: string, bytes: ArrayBuffer): Result<string, string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return err(`${name} is not text in UTF-8.`)
  }
}

/** Why a network of this text is not sent. */
export function networkFault(name: string, text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return `${name} is longer than 1,000,000 characters.`
  return text.trim() === '' ? `${name} is empty.` : undefined
}
