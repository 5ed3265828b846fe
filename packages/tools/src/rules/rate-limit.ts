// How often a tool may be called, counted per key over a time that slides. The instant is given, so that nothing here waits.
import type { RateLimitRule } from '@slyglass/network'

/** Instants of the calls that were let through, by key. */
export class RateLimiter {
  readonly #calls = new Map<string, number[]>()

  /** Lets a call through and counts it, or refuses it and counts nothing. */
  allow(key: string, rule: Pick<RateLimitRule, 'calls' | 'perMs'>, now: number): boolean {
    const recent = (this.#calls.get(key) ?? []).filter((at) => now - at < rule.perMs)
    const allowed = recent.length < rule.calls
    if (allowed) recent.push(now)
    if (recent.length > 0) this.#calls.set(key, recent)
    else this.#calls.delete(key)
    return allowed
  }
}

/** The number of calls that a tier has; an unknown tier counts as the default. */
export function callsOfTier(rule: RateLimitRule, tier: string | undefined): number {
  return (tier === undefined ? undefined : rule.tiers.get(tier)) ?? rule.calls
}
