// What hosts reported of a run's sly data and the server may not have merged yet. A call that was prepared just before
// a merge carries values that are older than what its host knows; without this it would undo the other call's write.
import type { JsonText } from '@slyglass/base'
import { NO_TEXTS } from './messages.ts'

type Text = JsonText | undefined

const NOTHING: Readonly<Record<string, JsonText>> = Object.freeze({})

/** Follows one run, over all its hosts. */
export class PendingSly {
  readonly #seen = new Map<object, number>()
  readonly #reported = new Map<string, { readonly outdated: Set<Text>; readonly text: Text }>()

  /** The values for the next call, by name. */
  textsFor(sly: ReadonlyMap<string, JsonText>): Readonly<Record<string, JsonText>> {
    const now = this.bringUpToDate(sly)
    return now.size === 0 ? NOTHING : Object.fromEntries(now)
  }

  /** The values for the next call: those that are known to be outdated are replaced. */
  bringUpToDate(sly: ReadonlyMap<string, JsonText>): ReadonlyMap<string, JsonText> {
    if (this.#reported.size === 0) return sly
    const result = new Map(sly)
    for (const [key, { outdated, text }] of [...this.#reported]) {
      const given = sly.get(key)
      if (given === text || !outdated.has(given)) this.#reported.delete(key)
      else if (text === undefined) result.delete(key)
      else result.set(key, text)
    }
    return result
  }

  /** The last report of a host's board that arrived. What is sent next is no older than it. */
  seen(host: object): number {
    return this.#seen.get(host) ?? 0
  }

  /** A host told what changed. */
  report(host: object, diff: SlyReport): void {
    if (diff.report !== undefined) this.#seen.set(host, Math.max(diff.report, this.seen(host)))
    if (diff.set === NO_TEXTS && diff.del.length === 0) return
    for (const [key, text] of Object.entries(diff.set)) this.#report(key, before(diff, key), text)
    for (const key of diff.del) this.#report(key, before(diff, key), undefined)
  }

  #report(key: string, base: Text, text: Text): void {
    const earlier = this.#reported.get(key)
    const outdated = new Set([...(earlier?.outdated ?? []), earlier?.text, base])
    if (earlier === undefined && base !== undefined) outdated.delete(undefined)
    this.#reported.set(key, { outdated, text })
  }
}

function before({ base }: SlyReport, key: string): Text {
  return Object.hasOwn(base, key) ? base[key] : undefined
}

export interface SlyReport {
  readonly set: Readonly<Record<string, JsonText>>
  readonly del: readonly string[]
  readonly base: Readonly<Record<string, JsonText>>
  readonly report?: number | undefined
}
