// What a cell asks and how it ends, in either language, and what it is told.
import { wellFormed } from '@slyglass/base'
import { z } from 'zod'

/** Something to attach: an address, a path for the studio to read, or bytes. */
const mediaSource = z.object({
  url: z.string().optional(),
  path: z.string().optional(),
  base64: z.string().optional(),
  type: z.string().optional(),
  name: z.string().optional(),
})

/** Half a character would stop at the first encoder. */
const whole = z.string().transform(wellFormed)

const question = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number(), tool: z.string(), args: whole }),
  z.object({
    type: z.literal('model'),
    id: z.number(),
    question: z.enum(['chat', 'embed', 'decide']),
    request: whole,
  }),
  z.object({
    type: z.literal('media'),
    id: z.number(),
    kind: z.enum(['image', 'audio', 'video']),
    source: mediaSource,
  }),
])

const done = z.discriminatedUnion('ended', [
  z.object({ type: z.literal('done'), ended: z.literal('ok') }),
  z.object({ type: z.literal('done'), ended: z.literal('memory') }),
  z.object({
    type: z.literal('done'),
    ended: z.literal('raised'),
    name: whole,
    message: whole,
    traceback: whole,
  }),
])

export type MediaSource = z.infer<typeof mediaSource>
export type CellQuestion = z.infer<typeof question>
export type CellDone = z.infer<typeof done>
export type FromCell = CellQuestion | CellDone

/** What a question is answered with: exact JSON, or a text where there is no value, or why there is neither. */
export type CellAnswer =
  | { readonly id: number; readonly ok: true; readonly json: string }
  | { readonly id: number; readonly ok: true; readonly text: string }
  | { readonly id: number; readonly ok: false; readonly message: string }

const fromCell = z.union([question, done])
const signed = z.object({ nonce: z.string() })

/** What a cell says, where it has the shape of it: code can change what its own questions are made with. */
export function readFromCell(said: unknown): FromCell | undefined {
  return fromCell.safeParse(said).data
}

/** A line of a cell that knows the nonce; undefined for any other, whoever wrote it. */
export function decodeCellLine(line: string, nonce: string): FromCell | undefined {
  try {
    const read: unknown = JSON.parse(line)
    if (signed.safeParse(read).data?.nonce !== nonce) return undefined
    return readFromCell(read)
  } catch {
    return undefined
  }
}

/** True for the line by which an interpreter that has no cell yet says that it waits for one. */
export function isReadyLine(line: string): boolean {
  return line === '{"type": "ready"}'
}
