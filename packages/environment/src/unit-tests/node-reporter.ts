/** A reporter for Node's test runner: one line of JSON for each test. Suites are told only where they fail by themselves. */
export const NODE_REPORTER = `
export default async function* report(source) {
  const names = []
  for await (const { type, data } of source) {
    if (type === 'test:start') names[data.nesting] = data.name
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { error, duration_ms: milliseconds = 0, type: kind } = data.details ?? {}
    const ofOthers = error?.failureType === 'subtestsFailed' || error?.failureType === 'cancelledByParent'
    if (type === 'test:fail' ? ofOthers : kind === 'suite') continue
    const name = [...names.slice(0, data.nesting), data.name].join(' > ')
    const skipped = data.skip !== undefined || data.todo !== undefined
    const outcome = skipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed'
    const cause = error?.cause ?? error
    const fault = outcome === 'failed' ? String(cause?.stack ?? cause?.message ?? cause) : undefined
    const why = typeof data.skip === 'string' ? data.skip : undefined
    yield JSON.stringify({ name, outcome, fault: fault ?? why, milliseconds }) + '\\n'
  }
}
`
