import type { PermissionReply } from '@slyglass/protocol'

/** How many tools are called at once, after a question, and never. A tool of several agents counts for each. */
export function policyWords(rows: readonly Pick<PermissionReply, 'verdict'>[]): string {
  const count = (verdict: PermissionReply['verdict']) => rows.filter((row) => row.verdict === verdict).length
  const [asks, blocked] = [count('asks'), count('blocked')]
  const calls = rows.length === 1 ? 'The one tool that is listed' : `All ${rows.length} tools that are listed`
  if (asks + blocked === 0) return `${calls} may be called without a question.`
  const said = [
    ...(asks === 0 ? [] : [`${asks} ${asks === 1 ? 'asks' : 'ask'} a person first`]),
    ...(blocked === 0 ? [] : [`${blocked} ${blocked === 1 ? 'is' : 'are'} blocked`]),
  ]
  return `Of ${rows.length} listed ${rows.length === 1 ? 'tool' : 'tools'} ${said.join(', ')}.`
}
