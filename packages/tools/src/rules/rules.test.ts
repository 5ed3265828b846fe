import { type Json, type JsonObject, printJson, toJson } from '@slyglass/base'
import { type PermissionRules, readStudio } from '@slyglass/network'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CallCounter } from './call-limits.ts'
import { capResult, pageOf } from './cap-result.ts'
import { batchCeiling } from './ceiling.ts'
import { racingPair } from './concurrency.ts'
import { checkSession, needsCompaction } from './guardrails.ts'
import { failedHook, readHookAnswer } from './hook-decision.ts'
import { hooksFor, matches } from './hook-match.ts'
import { blockedBy, isBlocked, needsApproval } from './permissions.ts'
import { callsOfTier, RateLimiter } from './rate-limit.ts'
import { redactJson, redactText } from './redact.ts'
import { ResultCache } from './result-cache.ts'
import { willRetry } from './retry.ts'
import { ruleKey } from './rule-key.ts'

const CEILING = { defaultTimeoutMs: 300_000, headroomMs: 5000 }

describe('the ceiling of a batch', () => {
  test.each([
    [
      '[U-42] [E-6] 1000/1 and 30000/0',
      [
        { timeoutMs: 1000, retries: 1 },
        { timeoutMs: 30_000, retries: 0 },
      ],
      35_000,
    ],
    [
      '[U-42] [E-6] 1000/1 and none',
      [
        { timeoutMs: 1000, retries: 1 },
        { timeoutMs: null, retries: 1 },
      ],
      300_000,
    ],
    ['[U-42] an unknown tool', [undefined], 300_000],
    ['[U-42] the same when it is far under the default', [{ timeoutMs: 100, retries: 0 }], 5100],
    ['nothing at all', [], 300_000],
  ])('%s', (_name, tools, expected) => {
    expect(batchCeiling(tools, CEILING)).toBe(expected)
  })

  test('[U-42] without positive timeouts follows the setting of the network', () => {
    expect(batchCeiling([{ timeoutMs: 0, retries: 3 }], { ...CEILING, defaultTimeoutMs: 120_000 })).toBe(120_000)
  })
})

describe('trying again', () => {
  const rules = { retries: 1, retryOn: ['exception', 'timeout'] as const }
  test.each([
    ['exception', 1, true],
    ['exception', 2, false],
    ['timeout', 1, true],
    ['returned', 1, false],
    ['lost', 1, false],
  ] as const)('[U-20] [U-43] %s in attempt %i: %s', (fault, number, expected) => {
    expect(willRetry(fault, number, rules)).toBe(expected)
  })

  test('[U-20] goes by the causes that the tool names, and retries 0 means one attempt', () => {
    expect(willRetry('timeout', 1, { ...rules, retryOn: ['exception'] })).toBe(false)
    expect(willRetry('exception', 1, { ...rules, retries: 0 })).toBe(false)
  })
})

const policy = (given: object = {}): PermissionRules =>
  readStudio(toJson({ permissions: given }) as JsonObject).permissions
const tool = (name: string, more: object = {}) => ({ names: [name], ...more })

describe('permissions', () => {
  test.each([
    [{ deny: ['BASH'] }, 'bash', true],
    [{ deny_prefixes: ['file_'] }, 'File_Write', true],
    [{ deny_prefixes: [''] }, 'anything', false],
    [{ allow: ['file_read'] }, 'bash', true],
    [{ allow: ['file_read'] }, 'FILE_READ', false],
    [{ allow_prefixes: ['file_'] }, 'file_edit', false],
    [{ allow: ['bash'], deny: ['bash'] }, 'bash', true],
    [{ mode: 'strict' }, 'file_read', true],
    [{ mode: 'strict', allow: ['file_read'] }, 'file_read', false],
    [{ mode: 'permissive', allow: ['file_read'] }, 'bash', true],
    [{ mode: 'nonsense' }, 'file_read', true],
    [{}, 'bash', false],
  ])('[U-84] [E-13] %o blocks %s: %s', (given, name, blocked) => {
    expect(isBlocked(policy(given), tool(name))).toBe(blocked)
    expect(blockedBy(policy(given), tool(name)) !== undefined).toBe(blocked)
  })

  test.each([
    [{}, tool('bash'), true],
    [{}, tool('Bash'), true],
    [{}, tool('file_read'), false],
    [{ approval_required: [] }, tool('bash'), false],
    [{ mode: 'strict' }, tool('file_read'), true],
    [{ mode: 'permissive' }, tool('bash'), false],
    [{ mode: 'permissive' }, tool('bash', { category: 'execute' }), true],
    [{ mode: 'permissive', allow_unattended_execute: true }, tool('bash', { category: 'execute' }), false],
    [{ mode: 'permissive' }, tool('anything', { requiresApproval: true }), true],
    [{ approval_required: ['other'] }, tool('anything', { requiresApproval: true }), true],
  ])('[U-84] [E-14] %o asks about %o: %s', (given, one, asks) => {
    expect(needsApproval(policy(given), one)).toBe(asks)
  })

  test('[U-84] know a tool by its runtime name too', () => {
    expect(isBlocked(policy({ deny: ['math.add'] }), { names: ['math.add', 'math_add'] })).toBe(true)
  })
})

describe('hooks', () => {
  const hooks = readStudio(
    toJson({
      hooks: [
        { event: 'pre_tool_use', run: 'a.ts#late', priority: 200 },
        { event: 'pre_tool_use', run: 'a.ts#first', match: 'delete_*', priority: 10 },
        { event: 'pre_tool_use', run: 'a.ts#second', priority: 10 },
        { event: 'post_tool_use', run: 'a.ts#after' },
        { event: 'nonsense', run: 'a.ts#never' },
      ],
    }) as JsonObject,
  ).hooks

  test('[U-83] run in order of priority, of equal ones the first written', () => {
    expect(hooksFor(hooks, 'pre_tool_use', ['delete_all']).map((hook) => hook.name)).toEqual([
      'first',
      'second',
      'late',
    ])
  })

  test('[U-83] look only at the tools that they match', () => {
    expect(hooksFor(hooks, 'pre_tool_use', ['read']).map((hook) => hook.name)).toEqual(['second', 'late'])
    expect(hooksFor(hooks, 'post_tool_use', ['read']).map((hook) => hook.name)).toEqual(['after'])
  })

  test.each([
    ['bash', 'bash', true],
    ['bash', 'bash2', false],
    ['delete_*', 'delete_file', true],
    ['math.*', 'mathXadd', false],
    ['/^(a|b)$/', 'b', true],
    ['/(/', 'x', false],
    ['MATH.*', 'math.add', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*b*c', 'abxcbc', true],
    ['*b*c', 'cb', false],
    [`${'*a'.repeat(40)}b`, 'a'.repeat(100_000), false],
  ])('[U-83] the pattern %s on %s: %s', (pattern, name, expected) => {
    expect(matches(pattern)(name)).toBe(expected)
  })

  test.each([
    [null, 'allow'],
    ['deny', 'deny'],
    [{ decision: 'deny', reason: 'no' }, 'deny'],
    [{ result: 'deny' }, 'deny'],
    [{ decision: 'modify', changes: { arguments: {} } }, 'modify'],
    [{ decision: 'modify' }, 'allow'],
    [{ decision: 'perhaps' }, 'allow'],
    [{ decision: 'replace', result: null }, 'replace'],
    [{ result: 'replace', changes: { result: 5 } }, 'replace'],
    [{ decision: 'replace' }, 'allow'],
    ['replace', 'allow'],
  ])('[U-83] the answer %o means %s', (answer, decision) => {
    expect(readHookAnswer(toJson(answer)).decision).toBe(decision)
  })

  test('[U-83] that fail let the call pass, or deny it when they fail closed', () => {
    expect(failedHook({ name: 'guard', failClosed: false }, 'boom')).toEqual({
      decision: 'allow',
      note: 'The hook guard failed, so it decided nothing: boom',
    })
    expect(failedHook({ name: 'guard', failClosed: true }, 'boom')).toMatchObject({
      decision: 'deny',
      reason: /fail_closed/,
    })
  })
})

describe('guardrails', () => {
  const rules = { maxTurns: 10, maxBudgetTokens: 1000, compactAfterTurns: 20 }
  test.each([
    [{ turns: 9, inputTokens: 999, outputTokens: 0 }, 'ok'],
    [{ turns: 10, inputTokens: 0, outputTokens: 0 }, 'max_turns_reached'],
    [{ turns: 10, inputTokens: 5000, outputTokens: 0 }, 'max_turns_reached'],
    [{ turns: 0, inputTokens: 500, outputTokens: 500 }, 'max_budget_reached'],
  ])('[U-86] %o: %s', (usage, expected) => {
    expect(checkSession(rules, usage)).toBe(expected)
  })

  test('[U-86] compact after more turns than the threshold', () => {
    expect([20, 21].map((turns) => needsCompaction(rules, { turns }))).toEqual([false, true])
  })

  test('[E-18] the fourth call passes a limit of three', () => {
    const counter = new CallCounter()
    const limits = { toolCalls: 3, sameCallRepeats: 9 }
    expect(['a', 'b', 'c', 'd'].map((call) => counter.count(call, limits))).toEqual([
      undefined,
      undefined,
      undefined,
      { limit: 'tool_calls', value: 3 },
    ])
  })

  test('[E-18] the very same call may be made only so often', () => {
    const counter = new CallCounter()
    const limits = { toolCalls: 64, sameCallRepeats: 3 }
    const ends = ['x', 'x', 'y', 'x', 'x'].map((call) => counter.count(call, limits)?.limit)
    expect(ends).toEqual([undefined, undefined, undefined, undefined, 'same_call_repeats'])
  })
})

describe('rate limits', () => {
  const rule = { calls: 60, perMs: 60_000 }
  test('[U-24] [E-29] refuse call 61 of a minute, leave others alone, and let through after it', () => {
    const limiter = new RateLimiter()
    const calls = Array.from({ length: 61 }, (_, index) => limiter.allow('u1', rule, 1000 + index))
    expect(calls.filter(Boolean)).toHaveLength(60)
    expect(calls.at(-1)).toBe(false)
    expect(limiter.allow('u2', rule, 1061)).toBe(true)
    expect(limiter.allow('u1', rule, 60_999)).toBe(false)
    expect(limiter.allow('u1', rule, 61_000)).toBe(true)
  })

  test('[U-25] know tiers, and count an unknown one as the default', () => {
    const tiered = readStudio(toJson({ rate_limit: { calls: 100, tiers: { premium: 1000 } } }) as JsonObject).tool
      .rateLimit
    expect(['premium', 'gold', undefined].map((tier) => callsOfTier(tiered!, tier))).toEqual([1000, 100, 100])
  })

  test('never let more through than the rule says, in any time of its length', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 500 }), { maxLength: 60 }), (gaps) => {
        const limiter = new RateLimiter()
        let now = 0
        const passed = gaps.flatMap((gap) => {
          now += gap
          return limiter.allow('k', { calls: 3, perMs: 1000 }, now) ? [now] : []
        })
        for (const at of passed)
          expect(passed.filter((one) => one >= at && one < at + 1000).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})

describe('kept results', () => {
  test('[U-30] [E-28] are given again for their time and not longer', () => {
    const cache = new ResultCache<string>()
    cache.keep('k', 'v', 0)
    expect(cache.find('k', 300_000, 300_000)).toEqual({ value: 'v', ageMs: 300_000 })
    expect(cache.find('k', 300_000, 300_001)).toBeUndefined()
  })

  test('[U-30] are told apart by what the key reads; of a private value only by its fingerprint', () => {
    const key = (deps: object, print: string) =>
      ruleKey(['url', 'deps.user_id', 'sly_data.token'], {
        args: toJson({ url: 'u' }) as JsonObject,
        deps: toJson(deps) as JsonObject,
        fingerprint: () => print,
      })
    expect(key({ user_id: 1 }, 'f')).toBe(key({ user_id: 1 }, 'f'))
    expect(key({ user_id: 1 }, 'f')).not.toBe(key({ user_id: 2 }, 'f'))
    expect(key({ user_id: 1 }, 'f')).not.toBe(key({ user_id: 1 }, 'g'))
  })

  test('give way to newer ones when there are too many', () => {
    const cache = new ResultCache<number>(2)
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.keep(key, index, 0)
    expect(['a', 'b', 'c'].map((key) => cache.find(key, 1, 0)?.value)).toEqual([undefined, 1, 2])
  })
})

describe('redaction', () => {
  test('[U-75] leaves out the named fields at any depth', () => {
    const cleaned = redactJson(toJson({ user: 'u', deep: [{ Password: 'p', n: 1 }], api_key: { a: 1 } }), [
      'password',
      'api_key',
    ])
    expect(printJson(cleaned)).toBe('{"user":"u","deep":[{"Password":"[redacted]","n":1}],"api_key":"[redacted]"}')
  })

  test('[U-26] takes their values out of error texts, also in JSON spelling', () => {
    const args: Json = toJson({ api_key: 'k"ey-1', deep: { secret: ['s3cret'] }, user: 'bob' })
    expect(redactText('bob sent k"ey-1 and "k\\"ey-1", s3cret', ['api_key', 'secret'], [args])).toBe(
      'bob sent [redacted] and "[redacted]", [redacted]',
    )
  })
})

/** No half of a character stands alone. */
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text)

describe('long results', () => {
  test('are cut for the model with the call that reads on', () => {
    expect(capResult('abcdef', 4, 'c1')).toBe(
      'abcd\n[Shown up to character 4 of 6. Call read_result with {"call_id":"c1","offset":4} to read on.]',
    )
    expect(capResult('abcd', 4, 'c1')).toBe('abcd')
  })

  test('their pages joined are the whole, and no character is cut in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 7 }), (text, most) => {
        const pages: string[] = []
        for (let from: number | undefined = 0; from !== undefined; ) {
          const page = pageOf(text, from, most)
          pages.push(page.text)
          from = page.next
        }
        expect(pages.join('')).toBe(text)
        if (isWhole(text)) expect(pages.every(isWhole)).toBe(true)
      }),
    )
  })
})

describe('order that may matter', () => {
  test.each([
    [
      [
        { tool: 'write_file', category: 'write' },
        { tool: 'run_tests', category: 'execute' },
      ],
      ['write_file', 'run_tests'],
    ],
    [
      [
        { tool: 'create_order', category: 'write' },
        { tool: 'charge_card', category: 'communicate' },
      ],
      ['create_order', 'charge_card'],
    ],
    [
      [
        { tool: 'read', category: 'read' },
        { tool: 'write_file', category: 'write' },
      ],
      undefined,
    ],
  ])('[U-40] %o', (calls, expected) => {
    expect(racingPair(calls)).toEqual(expected)
  })
})
