// What a restart would do with code that asks a person about a call, and that does not outlive its process.
import type { SpanId } from '@slyglass/base'
import { callOfAttempt, codeAround, codeRunsAgain } from '@slyglass/run-log'
import { findEntry } from '../find-entry.ts'
import { doubtRule } from '../on-doubt.ts'
import type { RunContext } from '../run-context.ts'
import { RUN_CODE } from './offer-tools.ts'
import type { RuledAgent } from './ruled-agent.ts'

/** The rule of the outermost code around a call that is lost with the process; undefined where a person is asked about it. */
export function lostCodeRule(
  { journal, network }: RunContext,
  { supplied }: RuledAgent,
  call: SpanId,
): 'rerun' | 'fail' | undefined {
  const lost = codeAround(call).find((attempt) => {
    const started = journal.find(attempt, 'attempt.started')
    return started === undefined || !codeRunsAgain(started)
  })
  const outer = lost === undefined ? undefined : journal.find(callOfAttempt(lost), 'tool.started')
  const entry = outer === undefined ? undefined : findEntry(network, outer.tool === RUN_CODE ? outer.agent : outer.tool)
  if (outer === undefined || entry === undefined) return undefined
  const told = supplied.find(({ tool }) => tool.name === outer.tool)?.settings.category
  const rule = doubtRule(network, entry, told)
  return rule === 'ask' ? undefined : rule
}
