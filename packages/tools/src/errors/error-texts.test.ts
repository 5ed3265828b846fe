import { describe, expect, test } from 'vitest'
import { FAILURE_TRAITS } from './call-failure.ts'
import * as texts from './error-texts.ts'

describe('what a model reads instead of a result', () => {
  test.each([
    [
      '[E-17] invalid JSON',
      texts.INVALID_JSON_TEXT,
      'Error: tool arguments were not valid JSON. Please retry with a JSON object.',
    ],
    ['unknown', texts.toolNotFoundText('serch'), 'Tool not found: serch'],
    [
      'unknown, with names that may be meant',
      texts.toolNotFoundText('serch', ['search']),
      'Tool not found: serch\nDid you mean one of these?\n- search',
    ],
    ['[U-83] denied', texts.hookDeniedText(undefined), 'Tool call was denied by hook.'],
    ['[U-83] denied with a reason', texts.hookDeniedText('not allowed'), 'Tool call was denied by hook: not allowed'],
    ['[U-85] [E-12] rejected', texts.rejectedText(undefined), 'Tool call was rejected by approval handler.'],
    ['[U-85] rejected, with nothing said', texts.rejectedText('  '), 'Tool call was rejected by approval handler.'],
    [
      '[U-85] rejected for a reason',
      texts.rejectedText('ask the owner first '),
      'Tool call was rejected by approval handler: ask the owner first',
    ],
    [
      '[U-8] returned',
      texts.returnedErrorText('get_weather', '"down"'),
      'Tool execution failed: get_weather - Tool execution failed with: "down"',
    ],
    [
      '[U-44] [E-7] over the ceiling',
      texts.ceilingText('hang', 200),
      'Tool execution timed out: hang did not respond within 200ms.',
    ],
    ['[U-45] crashed', texts.crashedText('t', 'killed'), 'Tool execution failed: t - task exited: killed'],
    ['[U-24] rate limited', texts.RATE_LIMITED_TEXT, 'Rate limit exceeded. Please try again later.'],
  ])('%s', (_name, text, expected) => {
    expect(text).toBe(expected)
  })

  test('[U-20] an exception is told with attempts and cause', () => {
    expect(texts.exceptionText('t', 'boom', 2, 'Error: boom').split('\n').slice(0, 4)).toEqual([
      'Tool execution failed: t',
      'Error: Tool execution failed: boom',
      'Attempts: 2',
      'Original cause: Error: boom',
    ])
  })

  test('[U-43] a timeout says after which time', () => {
    expect(texts.timedOutText('t', 100, 2)).toContain(
      'Error: Tool execution failed: t timed out after 100 ms\nAttempts: 2\n',
    )
  })

  test('[E-8] post hooks see what ran, not what was refused', () => {
    const seen = Object.entries(FAILURE_TRAITS)
      .filter(([, traits]) => traits.postHooks)
      .map(([code]) => code)
    expect(seen).toEqual([
      'unknown-tool',
      'invalid-arguments',
      'returned-error',
      'exception',
      'timed-out',
      'ceiling',
      'crashed',
      'saturated',
      'rate-limited',
    ])
  })
})
