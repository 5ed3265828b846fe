// What code attaches for a person or a model to look at. The studio loads it; addresses are never asked by the code.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { Media } from '@slyglass/runtime'
import { guardPath, openGuarded } from '../../builtin/path-guard.ts'
import { RequestFault } from '../../guarded-request.ts'
import { fetchBytes } from '../../outbound/fetch-guarded.ts'
import type { MediaSource } from '../cell-messages.ts'
import { type MediaKind, mediaTypeOf } from './media-types.ts'

/** Of one piece, and of all together. */
const MOST_BYTES = 10 * 1024 ** 2
const MOST_TOGETHER = 40 * 1024 ** 2
/** Pieces that are loaded at the same time: each is held whole before it is known whether there is room for it. */
const LANES = 4

/** Where pieces may come from. */
export interface MediaPlace {
  /** Paths are read here; absent where the code reads its files itself. */
  readonly workspace?: string
  /** Reads a path in place of that, where files are on no disk. */
  readonly read?: (path: string) => Promise<Uint8Array>
  /** No address is asked. */
  readonly network: 'on' | 'off'
  /** Addresses of this machine and its network that the project lists. */
  readonly fetchAllow: readonly string[]
  readonly signal: AbortSignal
}

interface Loaded {
  readonly bytes: Uint8Array
  readonly name: string
  readonly type?: string | undefined
}

/** Why something cannot be attached, in words. */
class LoadFault extends Error {}

export class MediaShelf {
  readonly #place: MediaPlace
  readonly #pieces: (Media | undefined)[] = []
  readonly #lanes: Promise<unknown>[] = []
  #bytes = 0

  constructor(place: MediaPlace) {
    this.#place = place
  }

  get media(): readonly Media[] {
    return this.#pieces.filter((piece) => piece !== undefined)
  }

  /** Answers what code reads about it. */
  async attach(kind: MediaKind, source: MediaSource): Promise<Result<string, string>> {
    const slot = this.#pieces.push(undefined) - 1
    try {
      this.#pieces[slot] = await this.#inLane(slot % LANES, async () => this.#pieceOf(kind, await this.#load(source)))
      return ok(`The ${kind} is attached to the run_code result.`)
    } catch (fault) {
      if (!(fault instanceof LoadFault || fault instanceof RequestFault)) throw fault
      return err(`[invalid_input] Cannot load the ${kind}: ${fault.message}`)
    }
  }

  #inLane<T>(lane: number, work: () => Promise<T>): Promise<T> {
    const done = (this.#lanes[lane] ?? Promise.resolve()).then(work)
    this.#lanes[lane] = done.catch(() => {})
    return done
  }

  #pieceOf(kind: MediaKind, { bytes, name, type }: Loaded): Media {
    if (bytes.length === 0) throw new LoadFault(`${name === '' ? 'it' : name} is empty`)
    if (bytes.length > MOST_BYTES) throw new LoadFault(tooLarge(name))
    const mimeType = mediaTypeOf(bytes, name, type)
    if (mimeType === undefined)
      throw new LoadFault(`cannot guess the media type of ${name === '' ? 'these bytes' : name}`)
    if (!mimeType.startsWith(`${kind}/`)) throw new LoadFault(`${name === '' ? 'it' : name} is ${mimeType}`)
    if (this.#bytes + bytes.length > MOST_TOGETHER)
      throw new LoadFault(`all attachments together may have ${megabytes(MOST_TOGETHER)}`)
    this.#bytes += bytes.length
    return { kind, mimeType, base64: Buffer.from(bytes).toString('base64'), ...(name !== '' && { name }) }
  }

  async #load({ url, path, base64, type, name = '' }: MediaSource): Promise<Loaded> {
    if (base64 !== undefined) return { bytes: decodeBase64(base64), name, type }
    if (path !== undefined) return { ...(await this.#read(path)), type }
    if (url === undefined) throw new LoadFault('there is nothing in it')
    if (/^data:/i.test(url)) return { ...readDataUrl(url), name }
    if (/^gs:/i.test(url)) throw new LoadFault('gs:// addresses cannot be asked here; give its https address')
    return this.#fetch(url, type)
  }

  async #read(path: string): Promise<Loaded> {
    const { workspace, read } = this.#place
    if (read !== undefined) {
      const bytes = await read(path).catch(() => undefined)
      if (bytes === undefined) throw new LoadFault(`${path} is not there`)
      return { bytes, name: basename(path) }
    }
    const guarded = workspace === undefined ? undefined : await guardPath(workspace, path)
    if (guarded === undefined) throw new LoadFault('paths cannot be read here')
    if (!guarded.ok) throw new LoadFault(guarded.error.message)
    const file = await openGuarded(guarded.value, 0).catch(() => undefined)
    if (file === undefined) throw new LoadFault(`${path} is not there`)
    try {
      if ((await file.stat()).size > MOST_BYTES) throw new LoadFault(tooLarge(path))
      return { bytes: await readFile(file), name: basename(path) }
    } finally {
      await file.close()
    }
  }

  async #fetch(url: string, said: string | undefined): Promise<Loaded> {
    const { network, fetchAllow, signal } = this.#place
    if (network === 'off') throw new LoadFault('the network is off')
    const asked = { url, method: 'GET' as const, headers: { accept: '*/*' }, allow: fetchAllow, signal }
    const { status, type, bytes, isCut } = await fetchBytes(asked, MOST_BYTES)
    if (status !== 200) throw new LoadFault(`${url} answers with status ${status}`)
    if (isCut) throw new LoadFault(tooLarge(url))
    return { bytes, name: url, type: said ?? type }
  }
}

function readDataUrl(url: string): { readonly bytes: Uint8Array; readonly type: string } {
  const parts = /^data:([^,]*?)(;base64)?,([\s\S]*)$/i.exec(url)
  if (parts === null) throw new LoadFault('the data URL has no comma')
  const [, type = '', isBase64, body = ''] = parts
  if (isBase64 !== undefined) return { bytes: decodeBase64(body), type }
  try {
    return { bytes: Buffer.from(decodeURIComponent(body), 'utf8'), type }
  } catch {
    throw new LoadFault('the data URL is not encoded as one')
  }
}

function decodeBase64(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/_\s-]*={0,2}\s*$/.test(text)) throw new LoadFault('its data is no base64')
  return Buffer.from(text, 'base64')
}

const megabytes = (count: number): string => `${count / 1024 ** 2} MB`
const tooLarge = (name: string): string => `${name === '' ? 'it' : name} is larger than ${megabytes(MOST_BYTES)}`
