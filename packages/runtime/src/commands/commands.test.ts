import { JsonNumber, type JsonObject } from '@slyglass/base'
import { isOf, type RunEvent, sessionHistory, sharedAfter, transcriptReducer, verifyLog } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { crashingStore } from '../testing/crash.ts'
import { MemoryRunStore } from '../testing/index.ts'
import { decide, type RuledRun, type RuledTool, ruledBench } from '../testing/ruled-bench.ts'
import { TEST_RUN } from '../testing/test-bench.ts'

const number = (args: JsonObject, name: string): number => {
  const value = args.get(name)
  return value instanceof JsonNumber ? value.toNumber() : Number.NaN
}
const add: RuledTool = {
  run: (args) => new JsonNumber(String(number(args, 'a') + number(args, 'b'))),
  parameters: { type: 'object', properties: { a: { type: 'int' }, b: { type: 'int' } }, required: ['a', 'b'] },
  studio: { runtime_name: 'math.add' },
}

function bench(message: string, run: Partial<RuledRun> & { readonly prefix?: string } = {}) {
  const { prefix = ',', tools = { math_add: add }, more, ...rest } = run
  return ruledBench({ ...rest, tools, turns: [], more: { message, command: { prefix }, ...more } })
}

async function type(message: string, run: Parameters<typeof bench>[1] = {}) {
  const desk = bench(message, run)
  const log = await desk.run()
  expect(verifyLog(log, 'finished')).toEqual([])
  expect(desk.models.seen).toEqual([])
  const command = log.find((event) => isOf(event, 'command.finished'))
  return { ...desk, log, command, text: command?.text, end: log.at(-1) }
}

const types = (log: readonly RunEvent[]) => log.map((event) => event.type)

describe.each([
  ['under rules', { profile: 'bub' }],
  ['by the ways of neuro-san', undefined],
])('a command %s', (_ways, studio) => {
  const tools =
    studio === undefined ? { math_add: { run: add.run, parameters: add.parameters ?? {} } } : { math_add: add }
  const name = studio === undefined ? 'math_add' : 'math.add'
  const typed = (text: string) => type(text, { tools, ...(studio !== undefined && { studio }) })

  test('[B-54] calls a tool without a model: its own events stand between the beginning and the end of the command', async () => {
    const { log, command, end } = await typed(`,${name} a=2 b=3`)
    expect(types(log)).toEqual([
      'run.started',
      'command.started',
      'agent.started',
      'tool.started',
      'attempt.started',
      'attempt.finished',
      'tool.finished',
      'agent.finished',
      'command.finished',
      'run.finished',
    ])
    expect(log[1]).toMatchObject({ text: `${name} a=2 b=3`, prefix: ',', name })
    expect(command).toMatchObject({ outcome: 'ok', text: '5' })
    expect(end).toMatchObject({ outcome: 'ok', answer: '5' })
  })

  test('[B-56] reads words in the order of the parameters', async () => {
    expect((await typed(`,${name} 2 3`)).text).toBe('5')
    expect((await typed(`,${name} b=3 a=2`)).text).toBe('5')
    const mixed = await typed(`,${name} a=2 3`)
    expect(mixed.text).toBe("positional argument '3' cannot appear after keyword arguments")
    expect(mixed.end).toMatchObject({ outcome: 'failed' })
  })

  test('[B-69] values that do not fit fail the command with their names, and nothing is called', async () => {
    const { text, hosts, command } = await typed(`,${name} a=x b=3`)
    expect(text).toContain('[invalid_input] Tool ')
    expect(text).toContain('argument validation failed.\na: Input should be a valid integer')
    expect(command).toMatchObject({ outcome: 'failed', failure: { code: 'invalid-arguments' } })
    expect(hosts.began).toEqual([])
    expect((await typed(`,${name} 1 2 3`)).text).toContain('2: Unexpected positional argument')
  })

  test('[B-57] [B-59] says what is wrong with the words of a command', async () => {
    expect((await typed(',')).text).toBe('empty command')
    expect((await typed(',x "un')).text).toBe('No closing quotation')
  })

  test('[B-16] the tool’s own error reaches the caller, and is in the log', async () => {
    const boom = () => {
      throw Object.assign(new Error('kaput'), { name: 'ValueError' })
    }
    const { command, end, log } = await type(',boom', { tools: { boom }, ...(studio && { studio }) })
    expect(command).toMatchObject({ outcome: 'failed', text: 'kaput' })
    expect(end).toMatchObject({ outcome: 'failed', answer: 'kaput', failure: { message: 'kaput' } })
    expect(log.find((event) => isOf(event, 'tool.finished'))).toMatchObject({ outcome: 'failed' })
  })
})

test('[U-4] tells its tool the whole context of its call', async () => {
  let told: Record<string, unknown> = {}
  const run: RuledTool['run'] = (_args, { host }) => {
    told = JSON.parse(host.context ?? '{}')
    return 'x'
  }
  const history = [{ type: 'HUMAN', text: 'Before' }] as const
  await type(',look', { tools: { look: { run } }, studio: { profile: 'bub' }, more: { history } })
  expect(told).toMatchObject({
    deps: {},
    codeMode: false,
    runId: TEST_RUN,
    requestId: expect.stringMatching(/^req_/),
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    conversationHistory: [{ role: 'user', content: 'Before' }],
  })
})

describe('names of commands', () => {
  const studio = { profile: 'bub' }
  test('either name of a tool and any letter case find it', async () => {
    expect((await type(',math_add a=2 b=3', { studio })).text).toBe('5')
    expect((await type(',MATH.ADD 2 3', { studio })).text).toBe('5')
  })

  test('a name that a definition in code brings along finds it', async () => {
    const described = {
      math_add: {
        name: 'math_add',
        description: 'Adds.',
        parameters: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } },
        settings: { runtime_name: 'math.add' },
        missing: [],
      },
    }
    const { text } = await type(',math.add 2 3', { tools: { math_add: { run: add.run } }, described })
    expect(text).toBe('5')
  })

  test('[B-58] a name that no tool has goes whole to the shell, with everything that was typed', async () => {
    const bash: RuledTool = {
      run: (args) => `ran ${String(args.get('command'))}`,
      parameters: { type: 'object', properties: { command: { type: 'string' } } },
    }
    const { text, log } = await type("!echo  'a  b'", {
      tools: { bash, math_add: add },
      prefix: '!',
      studio: { permissions: { approval_required: [] } },
    })
    expect(text).toBe("ran echo  'a  b'")
    expect(log.find((event) => isOf(event, 'tool.started'))).toMatchObject({ tool: 'bash' })
  })

  test('[B-58] without a shell the command says so, and what is like it', async () => {
    const { text, end } = await type(',math.ad 2 3', { studio })
    expect(text).toContain('bash tool is not available')
    expect(text).toContain('Did you mean ,math.add?')
    expect(end).toMatchObject({ outcome: 'failed', failure: { code: 'no-such-tool' } })
  })

  test('tools of an agent below are reached where it takes commands too', async () => {
    const helper = { name: 'helper', function: { description: 'I help.' }, instructions: 'Help.', tools: ['deep'] }
    const deep = { name: 'deep', class: 't.deep', function: { description: 'Deep.' } }
    const front = (studio: object) => ({
      name: 'desk',
      function: { description: 'I work.' },
      instructions: 'Work.',
      tools: ['helper'],
      studio,
    })
    const run = async (network: object) => {
      const documents = [{ path: 'registries/test.hocon', text: JSON.stringify(network) }]
      return (await type(',deep', { tools: { deep: () => 'found' }, more: { documents } })).text
    }
    expect(await run({ studio: { command_prefix: ',' }, tools: [front({}), helper, deep] })).toBe('found')
    expect(await run({ tools: [front({ command_prefix: ',' }), helper, deep] })).toContain('not available')
    expect(await run({ studio: { command_prefix: ',' }, tools: [front({}), helper, deep] })).not.toContain('helper')
  })

  test('an agent is not asked by a command', async () => {
    const documents = [
      {
        path: 'registries/test.hocon',
        text: JSON.stringify({
          tools: [
            { name: 'desk', function: { description: 'I work.' }, instructions: 'Work.', tools: ['helper'] },
            { name: 'helper', function: { description: 'I help.' }, instructions: 'Help.' },
          ],
        }),
      },
    ]
    const { text } = await type(',helper', { tools: {}, more: { documents } })
    expect(text).toContain('helper is an agent, which asks a model')
  })
})

describe('rules of commands', () => {
  test('[B-62] exposure and allow lists say nothing of commands', async () => {
    const tools = {
      secret: { run: () => 'done', studio: { exposure: 'command' } },
      coded: { run: () => 'ran', studio: { exposure: 'code' } },
    }
    const studio = { profile: 'bub', allowed_tools: [] }
    expect((await type(',secret', { tools, studio })).text).toBe('done')
    expect((await type(',coded', { tools, studio })).text).toBe('ran')
    const asked = ruledBench({ tools, studio: { profile: 'bub' }, turns: [[{ tool: 'secret' }]] })
    await asked.run()
    expect(asked.hosts.began).toEqual([])
  })

  test('[B-63] a hook that denies a command keeps the tool from running', async () => {
    const studio = { hooks: [{ event: 'pre_tool_use', run: 'h.ts#no' }] }
    const { text, hosts } = await type(',math.add 2 3', {
      studio,
      hooks: { no: () => ({ decision: 'deny', reason: 'closed' }) },
    })
    expect(text).toContain('denied')
    expect(text).toContain('closed')
    expect(hosts.began).toEqual([])
  })

  test('[B-58] what is blocked stays blocked, and the shell asks a person first', async () => {
    const blocked = await type(',math.add 2 3', { studio: { permissions: { deny: ['math.add'] } } })
    expect(blocked.text).toContain('blocked')
    const bash = () => 'ran'
    const desk = bench(',ls -l', { tools: { bash }, studio: { profile: 'bub' } })
    const running = desk.run()
    const asked = async (): Promise<readonly RunEvent[]> => {
      const log = await desk.bench.store.read(TEST_RUN, -1, 1000).catch(() => [])
      if (log.some((event) => isOf(event, 'approval.requested'))) return log
      await new Promise((done) => setTimeout(done, 5))
      return asked()
    }
    await decide(desk.bench.store, await asked(), 'bash', { decision: 'reject' })
    const log = await running
    expect(desk.hosts.began).toEqual([])
    expect(log.find((event) => isOf(event, 'command.finished'))).toMatchObject({ outcome: 'denied' })
  })

  test('a conversation does not hear of commands, and the chat shows each once', async () => {
    const { log } = await type(',math.add 2 3', { studio: { profile: 'bub' } })
    expect(sessionHistory([log])).toEqual([])
    const { entries } = transcriptReducer.reduce(transcriptReducer.initial, log)
    expect(entries.map(({ kind }) => kind)).toEqual(['user', 'calls', 'command'])
    expect(entries.at(-1)).toMatchObject({ text: 'math.add 2 3', output: '5', outcome: 'ok' })
    const failed = await type(',nothing', { studio: { profile: 'bub' } })
    const shown = transcriptReducer.reduce(transcriptReducer.initial, failed.log).entries
    expect(shown.map(({ kind }) => kind)).toEqual(['user', 'command'])
  })
})

describe('a command whose server dies', () => {
  const SLY = { pin: '"secret-7431-pin"' }
  const echo: RuledTool = {
    run: (args) => `got ${String(args.get('text'))}`,
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    studio: { category: 'read' },
  }

  test('[B-54] goes on from its log, with the private words that were typed, and ends the same', async () => {
    let recoveries = 0
    for (let commit = 1; commit < 12; commit += 1) {
      for (const written of [false, true]) {
        const seen: string[] = []
        const run = (args: JsonObject) => {
          seen.push(String(args.get('text')))
          return echo.run(args, {} as never)
        }
        const store = new MemoryRunStore()
        const process = { dead: false }
        const point = { commit, written }
        const options = { tools: { echo: { ...echo, run } }, studio: { profile: 'bub' } }
        const first = bench(',echo secret-7431-pin', {
          ...options,
          bench: { store, sly: SLY, wrapStore: (inner) => crashingStore(inner, point, process) },
        })
        await first.run().catch(() => undefined)
        const log = await store.read(TEST_RUN, -1, 1000).catch(() => [])
        if (log.length === 0 || log.at(-1)?.type === 'run.finished') continue
        recoveries += 1
        const next = bench('', { ...options, bench: { store } })
        await next.bench.runtime.execute(TEST_RUN, new AbortController().signal)
        const whole = await next.bench.log()
        expect(verifyLog(whole, 'finished')).toEqual([])
        expect(new Set(seen)).toEqual(new Set(['secret-7431-pin']))
        expect(whole.find((event) => isOf(event, 'command.finished'))).toMatchObject({ text: 'got ⟨sly:pin⟩' })
        expect(JSON.stringify(whole)).not.toContain('7431')
      }
    }
    expect(recoveries).toBeGreaterThan(8)
  })
})

describe('commands of the application', () => {
  const bub = { studio: { profile: 'bub' } }
  test('[B-60] code mode is switched for the session, from the next turn on', async () => {
    const { text, log } = await type(',code_mode enable=true', bub)
    expect(text).toBe('Session code mode enabled (applies from the next turn).')
    expect(sharedAfter(log).get('code_mode')).toBe(true)
    const off = await type(',code_mode off', bub)
    expect(off.text).toBe('Session code mode disabled (applies from the next turn).')
    expect(sharedAfter(off.log).get('code_mode')).toBe(false)
    const deps = JSON.stringify({ code_mode: true })
    expect((await type(',code_mode', { ...bub, more: { deps } })).text).toBe('Code mode is enabled for this session.')
    const cleared = await type(',code_mode enable=', { ...bub, more: { deps } })
    expect(sharedAfter(cleared.log).has('code_mode')).toBe(false)
    expect((await type(',code_mode enable=maybe', bub)).text).toContain('enable: Input should be a valid boolean')
  })

  test('[B-60] a plain agent has no such switch', async () => {
    const { text, end } = await type(',code_mode enable=true', { studio: { command_prefix: ',' } })
    expect(text).toContain('profile = bub')
    expect(end).toMatchObject({ outcome: 'failed' })
  })

  test('[B-60] skills are listed and shown', async () => {
    const skills = async () => [{ name: 'billing', description: 'How invoices are made.', text: '# Billing' }]
    expect((await type(',skill', { bench: { skills } })).text).toBe('billing – How invoices are made.')
    expect((await type(',skill billing', { bench: { skills } })).text).toBe('# Billing')
    expect((await type(',skill name=x', { bench: { skills } })).text).toBe('There is no skill x. There are: billing.')
    expect((await type(',skill')).text).toContain('.agents/skills')
  })

  test('help lists tools with their parameters in order, and what the application has', async () => {
    const { text } = await type(',help', bub)
    expect(text?.split('\n')).toEqual(
      expect.arrayContaining([',math.add a=… b=… – Does math_add.', expect.stringMatching(/^,skill name=… – /)]),
    )
    const { text: own } = await type(',help', { tools: { help: () => 'mine' } })
    expect(own).toBe('mine')
  })
})
