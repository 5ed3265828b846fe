// Why calls are lost with the thread that they ran in: who is to blame, as far as that is known, and what to do.

export interface ThreadEnd {
  readonly code: string
  readonly message: string
}

/** `stopped`: tools for which the thread was ended. `begun`: tools of all calls that are lost. */
export function whyLost(
  end: ThreadEnd,
  { stopped, begun }: { readonly stopped: readonly string[]; readonly begun: readonly string[] },
): ThreadEnd {
  const culprits = listed(stopped)
  if (culprits !== '') {
    const why = `${culprits} did not end when told to, so the thread that this call shared with it was ended`
    return { code: 'host-lost', message: `${why}. This call did nothing wrong: call it again, and mend ${culprits}.` }
  }
  if (begun.length < 2) return end
  const what = end.code === 'memory' ? 'The thread ran out of memory' : end.message.replace(/\.$/, '')
  const advice = end.code === 'memory' ? 'Call them one by one, with less at once' : 'Call them one by one'
  return {
    code: end.code,
    message: `${what} while it ran calls of ${listed(begun)}: all of them are lost, and any one may be to blame. ${advice}, to see which.`,
  }
}

/** Each name once: `A, B and C`. */
function listed(names: readonly string[]): string {
  const each = [...new Set(names)]
  const last = each.pop()
  if (last === undefined) return ''
  return each.length === 0 ? last : `${each.join(', ')} and ${last}`
}
