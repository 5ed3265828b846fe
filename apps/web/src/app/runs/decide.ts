import type { JsonText, Result, RunId } from '@slyglass/base'
import type { ClientFailure } from '@slyglass/protocol'
import type { Approval } from '@slyglass/run-log'
import { client } from '../public/client.ts'

export type Decision =
  | { readonly decision: 'approve' }
  /** The reason is told to the model. */
  | { readonly decision: 'reject'; readonly reason?: string }
  | { readonly decision: 'edit'; readonly args: JsonText }

/** Hands a decision to the run. It counts for the very arguments that the person saw. */
export async function decide(
  run: RunId,
  { call, argsSha }: Pick<Approval, 'call' | 'argsSha'>,
  decision: Decision,
): Promise<Result<unknown, ClientFailure>> {
  return client.commandRun(run, { id: crypto.randomUUID(), kind: 'approve', call, argsSha, ...decision })
}

/** A question about a call that was under way when its server ended: whether it is to be made again. */
export function isInDoubt({ span }: Approval): boolean {
  return /#\d+\?$/.test(span)
}

/** Time left, as minutes and seconds; undefined where nobody is hurried. */
export function timeLeft(
  { at, timeoutMs, stoodMs = 0 }: Approval,
  now: number,
): { readonly ms: number; readonly text: string } | undefined {
  if (timeoutMs === undefined) return undefined
  const ms = Math.max(0, at + timeoutMs + stoodMs - now)
  const seconds = Math.ceil(ms / 1000)
  return { ms, text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left` }
}
