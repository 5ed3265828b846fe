import type { KeySources } from '@slyglass/tools'
import type { RunContext } from '../run-context.ts'
import type { ReadyCall } from './execute-call.ts'

/** What the rules of a call may tell callers apart by. */
export function keySources({ vault }: RunContext, { args, deps }: ReadyCall): KeySources {
  const fingerprint = (key: string) => vault.refs().find((ref) => ref.key === key)?.fingerprint
  return { args: args.truth, deps: deps.truth, fingerprint }
}
