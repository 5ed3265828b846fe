import type { EventOf, SlyRef } from '../events.ts'
import type { Reducer, SlyKeyView, SlyLedger } from '../views.ts'
import { foldReducer, type Mutable } from './fold.ts'

interface Draft extends Mutable<SlyLedger> {
  requests: SlyLedger['requests'][number][]
  keys: Map<string, SlyKeyView>
  leaks: SlyLedger['leaks'][number][]
  crossings: SlyLedger['crossings'][number][]
}

const INITIAL: SlyLedger = {
  lastSeq: -1,
  requests: [],
  keys: new Map(),
  classes: { strong: 0, weak: 0, public: 0, unsearchable: 0 },
  values: 0,
  occurrences: 0,
  leaks: [],
  crossings: [],
}

/** Requests × private values × occurrences, with who wrote and who read each key. Public values are no occurrences. */
export const slyLedgerReducer: Reducer<SlyLedger> = foldReducer<SlyLedger, Draft>(INITIAL, {
  open: (state) => ({
    ...state,
    requests: [...state.requests],
    keys: new Map(state.keys),
    leaks: [...state.leaks],
    crossings: [...state.crossings],
  }),
  close: (draft) => draft,
  apply(draft, event) {
    switch (event.type) {
      case 'run.started':
        draft.values = event.sly.length
        for (const ref of event.sly) write(draft, ref, null, event.seq)
        return
      case 'attempt.started':
        if (event.request !== undefined) addRequest(draft, event)
        return
      case 'attempt.finished':
        for (const key of event.reads ?? []) read(draft, key, event)
        return
      case 'sly.changed':
        for (const { by, ...ref } of event.set) write(draft, ref, by, event.seq)
        for (const { key } of event.removed) remove(draft, key)
        return
      case 'sly.crossed': {
        const { span, boundary, peer, passed, withheld, rule } = event
        draft.crossings.push({ span, boundary, peer, passed, withheld, ...(rule !== undefined && { rule }) })
        return
      }
      case 'sly.leaked': {
        const { span, key, form, where, count } = event
        draft.leaks.push({ span, key, form, where, count })
        return
      }
    }
  },
})

function addRequest(draft: Draft, event: EventOf<'attempt.started'>): void {
  const { request } = event
  if (request === undefined) return
  const counts = new Map<string, number>()
  for (const hit of request.scan.hits)
    if (hit.strength !== 'public') counts.set(hit.key, (counts.get(hit.key) ?? 0) + 1)
  draft.requests.push({ span: event.span, number: draft.requests.length + 1, bytes: request.bytes, counts })
  draft.occurrences += [...counts.values()].reduce((sum, count) => sum + count, 0)
  draft.classes = request.scan.classes
  draft.values = request.scan.values
}

function write(draft: Draft, ref: SlyRef, by: SlyKeyView['writes'][number]['by'], seq: number): void {
  const known = draft.keys.get(ref.key)
  draft.keys.set(ref.key, {
    key: ref.key,
    ref,
    writes: [...(known?.writes ?? []), { by, ref, seq }],
    readBy: known?.readBy ?? [],
    removed: false,
  })
}

function read(draft: Draft, key: string, event: EventOf<'attempt.finished'>): void {
  const known = draft.keys.get(key)
  if (known !== undefined) draft.keys.set(key, { ...known, readBy: [...known.readBy, event.span] })
}

function remove(draft: Draft, key: string): void {
  const known = draft.keys.get(key)
  if (known !== undefined) draft.keys.set(key, { ...known, removed: true })
}
