// What the log keeps of a call: who, with which arguments, how it ended and how long it took.
import { isOf, type RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { endsOf, playRuled, Returned } from '../testing/index.ts'

const SECRETS = ['pw-55117', 'key-90210', 'deep-31415']
const ARGS = {
  user: 'ann',
  password: SECRETS[0],
  nested: [{ API_KEY: SECRETS[1], more: { secret: { v: SECRETS[2] } } }],
}
const CLEANED =
  '{"user":"ann","password":"[redacted]","nested":[{"API_KEY":"[redacted]","more":{"secret":"[redacted]"}}]}'
const properties = { user: { type: 'string' }, password: { type: 'string' }, nested: { type: 'array' } }
const parameters = { type: 'object', properties }
const strict = { type: 'object', properties: { ...properties, password: { type: 'integer' } } }

describe('the record of a call', () => {
  test('[U-75] holds cleaned arguments, at any depth, however the call ends, and so do its failures', async () => {
    const told = (args: ReadonlyMap<string, unknown>) => `login of ${String(args.get('user'))}: ${args.get('password')}`
    const { log, told: read } = await playRuled({
      studio: { retries: 1 },
      tools: {
        plain: { run: () => 'fine', parameters },
        chatty: {
          run: (args, { host }) => {
            host.onOutput('stdout', `args: ${told(args)}`)
            host.onProgress(JSON.stringify({ using: args.get('password') }), told(args))
            return 'fine'
          },
          parameters,
        },
        raises: {
          run: (args) => {
            throw new Error(told(args))
          },
          parameters,
        },
        returns: {
          run: (args) => {
            throw new Returned(told(args))
          },
          parameters,
        },
        misfit: { run: () => 'never', parameters: strict },
      },
      turns: [['plain', 'chatty', 'raises', 'returns', 'misfit'].map((tool) => ({ tool, args: JSON.stringify(ARGS) }))],
    })
    expect(endsOf(log)).toEqual([
      'plain ok',
      'chatty ok',
      'raises failed exception',
      'returns failed returned-error',
      'misfit failed invalid-arguments',
    ])
    const starts = log.filter((event) => isOf(event, 'tool.started'))
    expect(starts.map(({ args }) => args)).toEqual([CLEANED, CLEANED, CLEANED, CLEANED, CLEANED])
    // The model's own words are kept as it said them; everything that is told of the calls is not.
    const isOfModel = (event: RunEvent) =>
      isOf(event, 'model.finished') || (isOf(event, 'attempt.finished') && event.answer?.of === 'model')
    const records = log.filter((event) => !isOfModel(event))
    for (const secret of SECRETS) expect(records.filter((one) => JSON.stringify(one).includes(secret))).toEqual([])
    for (const secret of SECRETS) expect(read.join('\n')).not.toContain(secret)
    expect(read[2]).toContain('login of ann: [redacted]')
    const printed = log.flatMap((event) => (isOf(event, 'attempt.delta') && event.kind !== 'text' ? [event.text] : []))
    expect(printed.sort()).toEqual(['args: login of ann: [redacted]', 'login of ann: [redacted]'])
  })

  test('[U-75] has a beginning and an end with its time, whatever was returned', async () => {
    const { log, clock } = await playRuled({
      studio: { retries: 1 },
      tools: { text: () => 'plain text', empty: () => '', failed: () => Promise.reject(new Returned('no')) },
      turns: [[{ tool: 'text' }, { tool: 'empty' }, { tool: 'failed' }]],
    })
    expect(clock.now()).toBeGreaterThan(0)
    const ends = log.filter((event) => isOf(event, 'tool.finished'))
    expect(ends.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'failed'])
    for (const end of ends) {
      const begun = log.find((event) => isOf(event, 'tool.started') && event.span === end.span)
      expect(end.at).toBeGreaterThanOrEqual(begun?.at ?? Number.POSITIVE_INFINITY)
    }
  })
})
