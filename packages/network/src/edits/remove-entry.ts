// An entry and every reference to it.
import { err, ok } from '@slyglass/base'
import type { Located, Node } from '@slyglass/hocon'
import { mergeRemovals, waysToDisconnect } from './connect.ts'
import { removeItem } from './items.ts'
import type { Plan, Plans, Workbench } from './workbench.ts'

export function planRemove(bench: Workbench, entry: string): Plans {
  const removed = bench.entry(entry)
  if (removed === undefined) return err({ code: 'unknown-entry', message: `there is no entry named ${entry}` })
  if (removed.entry.isFrontMan)
    return err({ code: 'is-front-man', message: `${entry} is the front man; a network cannot be without one` })
  const own = removeFromList(bench, removed.value.origin)
  if (own === undefined)
    return err({
      code: 'cannot-edit',
      message: `${entry} is not written in a list of this project, so it cannot be taken out`,
    })
  const callers = bench.source.entries.filter(
    (source) => source !== removed && source.references.some((reference) => reference.name === entry),
  )
  const ways = callers.map((caller) => waysToDisconnect(bench, caller, entry))
  if (ways.some((plans) => plans.length === 0))
    return err({ code: 'cannot-edit', message: `a reference to ${entry} cannot be taken out of the text` })
  const pick = (index: number): Plan =>
    mergeRemovals([...ways.flatMap((plans) => plans[index] ?? plans[0] ?? []), ...own])
  return ok([pick(0), pick(1)])
}

function removeFromList(
  bench: Workbench,
  origin: {
    readonly place: Parameters<Workbench['around']>[0]
    readonly via: readonly { readonly kind: string; readonly at: Parameters<Workbench['around']>[0] }[]
  },
): Plan | undefined {
  const place = origin.via.find((step) => step.kind !== 'include')?.at ?? origin.place
  const around = bench.around(place)
  const at = around.findLastIndex((node, index) => node.element.node === 'array' && around[index + 1] !== undefined)
  const [list, item] = [around[at], around[at + 1]]
  if (list === undefined || item === undefined) return undefined
  return removeItem({ doc: place.doc, text: bench.text(place.doc), node: list }, item as Located<Node>)
}
