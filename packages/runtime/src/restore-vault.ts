// A session's vault as it was when its server ended: its logs say which values the board held and when, its boxes hold them.
import type { JsonText, RunId, SessionId } from '@slyglass/base'
import type { RunEvent, SlyRef } from '@slyglass/run-log'
import type { SlyVault } from '@slyglass/sly'
import type { RunStore, SealedSession } from './ports.ts'
import { boxNames, openBox, openEvents } from './sealer.ts'

const ALL = 1_000_000

/** Lays the values of a session on a board that is empty. What does not open is left out. */
export async function restoreVault(
  vault: SlyVault,
  session: SessionId,
  store: Pick<RunStore, 'list' | 'read' | 'sealed'>,
): Promise<void> {
  const { boxes } = await store.sealed(session)
  if (boxes.size === 0) return
  const rows = await store.list({ session, limit: ALL })
  for (const { run } of [...rows].reverse()) {
    const log = await store.read(run, -1, ALL)
    const truths = openEvents(vault, log, boxes)
    for (const event of log) applyEvent(vault, truths.get(event.seq) ?? event, boxes)
  }
  const kept = readBoard(vault, boxes)
  if (kept !== undefined && kept.after === (rows[0]?.run ?? null)) vault.replace(valuesOf(vault, kept.refs, boxes))
}

function applyEvent(vault: SlyVault, event: RunEvent, boxes: SealedSession['boxes']): void {
  if (event.type === 'run.started') vault.replace(valuesOf(vault, event.sly, boxes))
  if (event.type !== 'sly.changed') return
  vault.update(valuesOf(vault, event.set, boxes))
  const del = event.removed.map(({ key }) => key)
  if (del.length > 0) vault.merge(vault.values(), { set: {}, del, opaque: {} })
}

type Named = Pick<SlyRef, 'key' | 'fingerprint'>

function valuesOf(
  vault: SlyVault,
  refs: readonly Named[],
  boxes: SealedSession['boxes'],
): ReadonlyMap<string, JsonText> {
  return new Map(
    refs.flatMap(({ key, fingerprint }) => {
      const text = openBox(vault, boxes, fingerprint)
      return text === undefined ? [] : [[key, text] as const]
    }),
  )
}

interface KeptBoard {
  /** The newest run when a person changed the board. */
  readonly after: RunId | null
  readonly refs: readonly Named[]
}

/** What a person changed between two runs is in no log until the next one starts: the board itself is sealed then. */
export async function sealBoard(
  vault: SlyVault,
  session: SessionId,
  store: Pick<RunStore, 'list' | 'seal'>,
): Promise<void> {
  const [newest] = await store.list({ session, limit: 1 })
  const refs = vault.refs()
  const board: KeptBoard = { after: newest?.run ?? null, refs }
  const sealed = vault.seal({ refs, texts: new Map([[boxNames.board, JSON.stringify(board)]]) })
  if (sealed === undefined) return
  const boxes = sealed.boxes.map(({ name, box }) => ({ session, fingerprint: name, box }))
  await store.seal(boxes, { session, wrapped: sealed.wrapped })
}

function readBoard(vault: SlyVault, boxes: SealedSession['boxes']): KeptBoard | undefined {
  const text = openBox(vault, boxes, boxNames.board)
  return text === undefined ? undefined : (JSON.parse(text) as KeptBoard)
}
