// Pictures, sounds and films stay out of every text. A tool attaches them under `mime_data` of its result, in the words that
// neuro-san's messages have for them: `[{ mime_type, mime_bytes, name? }]`, with the bytes in base64. The bytes go beside the
// log; in the result that models, clients and people read stands a reference.
import { isJsonList, isJsonObject, type Json, type JsonObject, parseJson, printJson } from '@slyglass/base'
import type { MediaRef } from '@slyglass/run-log'
import { pythonStr } from '@slyglass/tools'
import type { Media, ShownMedia } from './code-ports.ts'
import type { Chunk } from './journal.ts'
import type { Digests, HostReply } from './ports.ts'

/** A result without bytes, what was attached to it, and the bytes. */
export interface MediaTaken {
  readonly reply: HostReply
  readonly media: readonly MediaRef[]
  readonly chunks: readonly Chunk[]
}

const KEY = 'mime_data'
const KIND = /^(image|audio|video)\/[a-z0-9][\w.+-]{0,80}$/i

/** Takes attachments out of what a tool returned, and what it has shown beside it. What has not their form stays as it is. */
export function takeMedia(reply: HostReply, digests: Digests): MediaTaken {
  const taken = takeReturned(reply, digests)
  if (!reply.ok || reply.media === undefined) return taken
  const shown = keepShown(reply.media, digests)
  const media = [...taken.media, ...shown.media]
  return {
    reply: taken.reply,
    media: media.filter(({ sha }, at) => media.findIndex((other) => other.sha === sha) === at),
    chunks: [...taken.chunks, ...shown.chunks],
  }
}

/** What came beside a result; what is no picture, sound or film is passed over. */
export function keepShown(shown: readonly ShownMedia[], digests: Digests): Pick<MediaTaken, 'media' | 'chunks'> {
  const kept = shown.flatMap((one) => {
    const kind = kindOf(one.mimeType)
    return kind === undefined || !isBase64(one.base64) ? [] : [keepMedia({ ...one, kind }, digests)]
  })
  return { media: kept.map(({ ref }) => ref), chunks: kept.map(({ chunk }) => chunk) }
}

function takeReturned(reply: HostReply, digests: Digests): MediaTaken {
  const none: MediaTaken = { reply, media: [], chunks: [] }
  if (!reply.ok || reply.value === undefined || !reply.value.includes(`"${KEY}"`)) return none
  const parsed = parseJson(reply.value)
  const taken = parsed.ok ? takeFrom(parsed.value, digests) : undefined
  if (taken === undefined || taken.media.length === 0) return none
  const { value, ...kept } = taken
  const json = printJson(value)
  return { reply: { ...reply, text: reply.text === reply.value ? json : pythonStr(value), value: json }, ...kept }
}

/** Takes attachments out of a value; the same value where there are none. */
export function takeFrom(
  value: Json,
  digests: Digests,
): Pick<MediaTaken, 'media' | 'chunks'> & { readonly value: Json } {
  const attached = isJsonObject(value) ? value.get(KEY) : undefined
  if (!isJsonObject(value) || !isJsonList(attached)) return { value, media: [], chunks: [] }
  const parts = attached.map((part) => keep(part, digests))
  return {
    value: new Map<string, Json>([...value, [KEY, parts.map(({ shown }) => shown)]]),
    media: parts.flatMap(({ ref }) => ref ?? []),
    chunks: parts.flatMap(({ chunk }) => chunk ?? []),
  }
}

interface Part {
  readonly shown: Json
  readonly ref?: MediaRef
  readonly chunk?: Chunk
}

function keep(part: Json, digests: Digests): Part {
  const media = isJsonObject(part) ? readMedia(part) : undefined
  if (media === undefined || !isJsonObject(part)) return { shown: part }
  const { chunk, ref } = keepMedia(media, digests)
  const others = [...part].filter(([key]) => key !== 'mime_bytes')
  return { shown: new Map<string, Json>([...others, ['reference', mediaReference(ref)]]), ref, chunk }
}

function readMedia(part: JsonObject): Media | undefined {
  const [mimeType, base64, name] = [part.get('mime_type'), part.get('mime_bytes'), part.get('name')]
  if (typeof mimeType !== 'string' || typeof base64 !== 'string' || !isBase64(base64)) return undefined
  const kind = kindOf(mimeType)
  if (kind === undefined) return undefined
  return { kind, mimeType, base64, ...(typeof name === 'string' && { name }) }
}

function kindOf(mimeType: string): Media['kind'] | undefined {
  const kind = KIND.exec(mimeType)?.[1]?.toLowerCase()
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : undefined
}

const isBase64 = (text: string): boolean =>
  text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** An attachment as the log tells of it, and its bytes as they are kept. */
export function keepMedia(media: Media, digests: Digests): { readonly ref: MediaRef; readonly chunk: Chunk } {
  const { kind, mimeType, base64, name } = media
  const sha = digests.sha256(base64)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const ref = { kind, mimeType, sha, bytes: (base64.length / 4) * 3 - padding, ...(name !== undefined && { name }) }
  return { ref, chunk: { sha, text: base64 } }
}

/** What a model reads in the place of the bytes. */
export const mediaReference = ({ sha }: MediaRef): string => `media:${sha.slice(0, 16)}`
