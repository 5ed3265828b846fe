import { isOf } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { BrokeDown, endsOf, type FakeTool, playRuled, Returned } from '../testing/index.ts'

const answer =
  (text: string): FakeTool =>
  () =>
    text
const RULES = { retries: 1 }

describe('an agent without rules', () => {
  test('calls side by side and once, in the words of neuro-san', async () => {
    const boom: FakeTool = () => {
      throw new Error('boom')
    }
    const { told, log, hosts } = await playRuled({
      tools: { a: boom, b: answer('B') },
      turns: [[{ tool: 'a' }, { tool: 'b' }]],
    })
    expect(told).toEqual(['Error: boom', 'B'])
    expect(hosts.began).toHaveLength(2)
    expect(log.find((event) => isOf(event, 'tool.started'))?.batch.mode).toBe('parallel')
  })
})

describe('a failure', () => {
  test('[U-20] [E-11] an exception is tried again, and told with attempts and cause', async () => {
    const { told, hosts, log } = await playRuled({
      studio: RULES,
      tools: {
        pay: () => {
          throw new Error('boom')
        },
      },
      turns: [[{ tool: 'pay' }]],
    })
    expect(hosts.began).toHaveLength(2)
    expect(told[0]).toBe(
      'Tool execution failed: pay\nError: Tool execution failed: boom\nAttempts: 2\nOriginal cause: boom\nThe call can be made again with other arguments, or try a different approach.',
    )
    expect(log.find((event) => isOf(event, 'tool.finished'))).toMatchObject({
      outcome: 'failed',
      attempts: 2,
      failure: { code: 'exception', category: 'exception', message: 'boom' },
    })
  })

  test('[U-20] that passes by itself is not told', async () => {
    let calls = 0
    const { told } = await playRuled({
      studio: RULES,
      tools: {
        flaky() {
          calls += 1
          if (calls === 1) throw new Error('once')
          return 'fine'
        },
      },
      turns: [[{ tool: 'flaky' }]],
    })
    expect(told).toEqual(['fine'])
  })

  test('[U-8] [E-11] that is returned is told once, and not tried again', async () => {
    const { told, hosts, log } = await playRuled({
      studio: RULES,
      tools: {
        weather: () => {
          throw new Returned('"Weather API is unavailable"')
        },
      },
      turns: [[{ tool: 'weather' }]],
    })
    expect(hosts.began).toHaveLength(1)
    expect(told).toEqual(['Tool execution failed: weather - Tool execution failed with: "Weather API is unavailable"'])
    expect(endsOf(log)).toEqual(['weather failed returned-error'])
  })

  test('[U-45] a process that breaks down under its call fails that call alone, and it is not made again', async () => {
    const { told, hosts, log } = await playRuled({
      studio: RULES,
      tools: {
        crash: () => {
          throw new BrokeDown('the process ended with signal 9')
        },
        b: answer('B'),
      },
      turns: [[{ tool: 'crash' }, { tool: 'b' }]],
    })
    expect(told).toEqual(['Tool execution failed: crash - task exited: the process ended with signal 9', 'B'])
    expect(hosts.began).toHaveLength(2)
    expect(endsOf(log)).toEqual(['crash failed host-lost', 'b ok'])
  })

  test('[U-43] a timeout is tried again: two attempts of 100 ms', async () => {
    const { told, log, clock } = await playRuled({
      studio: { ...RULES, timeout_ms: 100 },
      tools: {
        hang: (_args, { host }) =>
          new Promise((_resolve, reject) => host.signal.addEventListener('abort', () => reject(new Error('stopped')))),
      },
      turns: [[{ tool: 'hang' }]],
    })
    expect(told[0]).toContain('Error: Tool execution failed: hang timed out after 100 ms\nAttempts: 2\n')
    const attempts = log.filter((event) => isOf(event, 'attempt.finished') && event.failure?.code === 'timed-out')
    expect(attempts).toHaveLength(2)
    expect(clock.now() - (log[0]?.at ?? 0)).toBeLessThan(1000)
  })

  test('[U-43] a tool that does not hear that its time is over is left alone', async () => {
    const { log } = await playRuled({
      studio: { retries: 0, timeout_ms: 100 },
      tools: { deaf: () => new Promise(() => undefined) },
      turns: [[{ tool: 'deaf' }]],
    })
    expect(log.find((event) => isOf(event, 'attempt.finished') && event.abandoned === true)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'timed-out' },
    })
  })

  test('[U-26] [E-26] is told without private values and without values of fields that are left out', async () => {
    const { told, bench } = await playRuled({
      studio: { retries: 0 },
      tools: {
        login: {
          parameters: { type: 'object', properties: { password: { type: 'string' } } },
          run: (args, { board }) => {
            throw new Error(`${String(args.get('password'))} does not open ${board.get('token')}`)
          },
        },
      },
      turns: [[{ tool: 'login', args: '{"password": "hunter2"}' }]],
      bench: { sly: { token: '"k-demo-7431-canary"' } },
    })
    expect(told[0]).toContain('Error: Tool execution failed: [redacted] does not open "⟨sly:token⟩"')
    expect(bench.store.bytes()).not.toContain('canary')
  })

  test('[U-75] arguments are recorded without the fields that are left out', async () => {
    const { log, hosts } = await playRuled({
      studio: RULES,
      tools: {
        call: {
          run: answer('ok'),
          parameters: { type: 'object', properties: { api_key: { type: 'string' }, q: { type: 'string' } } },
        },
      },
      turns: [[{ tool: 'call', args: '{"api_key": "k1234", "q": "x"}' }]],
    })
    const begun = log.find((event) => isOf(event, 'attempt.started') && event.of === 'tool')
    expect(begun).toMatchObject({ args: '{"api_key":"[redacted]","q":"x"}' })
    expect(log.find((event) => isOf(event, 'tool.started'))).toMatchObject({ args: '{"api_key":"[redacted]","q":"x"}' })
    expect(hosts.began).toEqual(['t.call {"api_key":"k1234","q":"x"}'])
  })
})
