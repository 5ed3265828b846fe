// Code that a model writes, under the rules of its agent: what it may call, how long it may run, what comes back.
import { JsonNumber } from '@slyglass/base'
import { isOf, type RunEvent, transcriptReducer } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { CodePort } from '../code-ports.ts'
import {
  decide,
  endsOf,
  type FakeCell,
  type FakeTool,
  fakeCode,
  playRuled,
  type RuledRun,
  ruledBench,
  TEST_RUN,
  testBench,
  toldTexts,
  VirtualClock,
} from '../testing/index.ts'

const ADD = {
  run: ((args) =>
    new JsonNumber(
      String(
        [args.get('a'), args.get('b')].reduce<number>(
          (sum, one) => sum + (one instanceof JsonNumber ? one.toNumber() : 0),
          0,
        ),
      ),
    )) as FakeTool,
  parameters: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  },
  studio: { runtime_name: 'math.add' },
}
const fail = {
  run: ((args) => {
    throw new Error(`ValueError: ${String(args.get('msg'))}`)
  }) as FakeTool,
  parameters: { type: 'object', properties: { msg: { type: 'string' } } },
}
const CODE = { profile: 'bub', code_mode: { enabled: true } }

interface Play extends Partial<RuledRun> {
  readonly cells: Readonly<Record<string, FakeCell>>
  readonly languages?: readonly ('python' | 'javascript')[]
}

function planned({ cells, languages, ...run }: Play) {
  const code = fakeCode(cells, languages)
  const turns = Object.keys(cells).map((text) => [{ tool: 'run_code', args: JSON.stringify({ code: text }) }])
  return {
    code,
    run: { studio: CODE, tools: { math_add: ADD }, turns, ...run, bench: { ...run.bench, code } } satisfies RuledRun,
  }
}

async function play(given: Play) {
  const { code, run } = planned(given)
  return { ...(await playRuled(run)), code }
}

const bodies = (models: { readonly seen: readonly { readonly body: string }[] }) =>
  models.seen.map(
    ({ body }) => JSON.parse(body) as { tools?: { function: { name: string } }[]; messages: { content: string }[] },
  )

function offered(models: Parameters<typeof bodies>[0]) {
  return bodies(models).map(({ tools = [] }) =>
    tools.map((tool) => ('function' in tool ? tool.function.name : (tool as { name: string }).name)),
  )
}

/** The instructions of the first request. */
function system(models: Parameters<typeof bodies>[0]): string {
  const body = JSON.parse(models.seen[0]?.body ?? '{}') as {
    messages?: { content: string }[]
    input?: { content: string }[]
  }
  const content: unknown = (body.messages ?? body.input)?.[0]?.content
  return typeof content === 'string' ? content : JSON.stringify(content)
}

const attempts = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'attempt.finished') && event.answer?.of === 'tool' ? [event] : []))

describe('an agent in code mode', () => {
  test('[B-25] [B-26] [B-39] has run_code and, after its instructions, what its code may call; what is printed comes back', async () => {
    const { models, told, log } = await play({
      cells: { 'add and print': async ({ use, print }) => void print(`${await use('math_add', { a: 2, b: 3 })}\n`) },
    })
    expect(offered(models)[0]).toEqual(['run_code'])
    expect(system(models)).toMatch(
      /^AGENT:desk Work\.\n\n## Code\n[\s\S]*async def math_add\(\*, a: int, b: int\) -> Any:/,
    )
    expect(told).toEqual(['5\n'])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
  })

  test('[B-39] reads nothing when nothing was printed', async () => {
    expect((await play({ cells: { '1+1': () => undefined } })).told).toEqual([''])
  })

  test('[B-30] each call of the code is a span below the attempt of run_code, in both events', async () => {
    const { log } = await play({
      cells: { twice: async ({ use }) => void (await Promise.all([1, 1].map((a) => use('math_add', { a, b: 1 })))) },
    })
    const attempt = log.find(
      (event) => isOf(event, 'attempt.started') && event.of === 'tool' && event.source?.class === 'run_code',
    )
    const inside = log.filter((event) => event.parent === attempt?.span)
    expect(inside.map(({ type }) => type).sort()).toEqual([
      'tool.finished',
      'tool.finished',
      'tool.started',
      'tool.started',
    ])
    expect(inside.every(({ span }) => span.startsWith(`${attempt?.span}/math_add:`))).toBe(true)
    expect(inside[0]).toMatchObject({ runtimeName: 'math.add' })
    expect(attempt).toMatchObject({ language: 'python', isolation: 'host' })
    const { entries } = transcriptReducer.reduce(transcriptReducer.initial, log)
    expect(entries.map(({ kind }) => kind)).toEqual(['user', 'calls', 'agent'])
    const [outer] = entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))
    const nested = outer?.inner.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : [])) ?? []
    expect(nested.map(({ tool, state }) => [tool, state])).toEqual([
      ['math_add', 'ok'],
      ['math_add', 'ok'],
    ])
  })

  test('[B-31] its code may call auto and code, its model direct alone; a command is in neither', async () => {
    const tools = Object.fromEntries(
      ['auto', 'direct', 'code', 'command'].map((exposure) => [
        `t_${exposure}`,
        { run: () => 'x', studio: { exposure } },
      ]),
    )
    const { models, code, told } = await play({
      tools,
      cells: { look: () => undefined },
      turns: [[{ tool: 'run_code', args: '{"code": "look"}' }, { tool: 't_code' }]],
    })
    expect(offered(models)[0]).toEqual(['t_direct', 'run_code'])
    expect(code.cells[0]?.tools.map(({ identifier }) => identifier)).toEqual(['t_auto', 't_code'])
    expect(told[1]).toBe('{"kind": "tool", "message": "Unknown tool name: t_code."}')
  })

  test('[B-31] in the plain profile its code may call everything but commands', async () => {
    const { models, code } = await play({
      studio: { code_mode: { enabled: true } },
      tools: { math_add: ADD, t_command: { run: () => 'x', studio: { exposure: 'command' } } },
      cells: { look: () => undefined },
    })
    expect(offered(models)[0]).toEqual(['math_add', 'run_code'])
    expect(code.cells[0]?.tools).toEqual([{ identifier: 'math_add', name: 'math_add' }])
  })

  test('[B-27] [B-67] is told the language that is found, and may ask for another', async () => {
    const cells = { x: () => undefined }
    const none = await play({ cells, languages: ['javascript'] })
    expect(system(none.models)).toContain('math_add(args: { a: number; b: number }): Promise<any>')
    expect(none.code.cells[0]?.language).toBe('javascript')
    const studio = { ...CODE, code_mode: { enabled: true, language: 'javascript' } }
    expect((await play({ studio, cells })).code.cells[0]?.language).toBe('javascript')
  })

  test('[B-60] is one by the setting of its session too, whatever the network says', async () => {
    const on = await play({ studio: { profile: 'bub' }, cells: {}, more: { deps: '{"code_mode": true}' } })
    expect(offered(on.models)[0]).toEqual(['run_code'])
    const off = await play({ cells: {}, more: { deps: '{"code_mode": false}' } })
    expect(offered(off.models)[0]).toEqual(['math_add'])
  })

  test('[B-41] each cell has its own limits, as the network says', async () => {
    const studio = { ...CODE, code_mode: { enabled: true, memory_mb: 64, output_bytes: 1000, media_tools: false } }
    const { code, models } = await play({ studio, cells: { a: () => undefined, b: () => undefined } })
    expect(code.cells.map(({ memoryMb, outputBytes, mediaTools }) => [memoryMb, outputBytes, mediaTools])).toEqual([
      [64, 1000, false],
      [64, 1000, false],
    ])
    expect(system(models)).not.toContain('attach_image')
  })
})

test('[B-33] code runs where the network says: in its workspace and its enclosure, and by default in the project', async () => {
  const cells = { x: () => undefined }
  const environment = { workspace: 'desk', sandbox: 'bwrap' }
  const told = await play({ cells, studio: { ...CODE, environment } })
  expect(told.code.cells[0]?.sources.environment).toMatchObject(environment)
  const plain = await play({ cells })
  expect(plain.code.cells[0]?.sources).toMatchObject({ projectRoot: '/project' })
  expect(plain.code.cells[0]?.sources.environment).toBeUndefined()
})

describe('declarations in a file', () => {
  const studio = { ...CODE, code_mode: { enabled: true, stub: 'stubs/' } }

  test('[B-36] are named in the instructions, and placed before the model is asked', async () => {
    const deps = { environment: 'memory' }
    const { models, code } = await play({ studio: { ...studio, deps }, cells: { x: () => undefined } })
    const [file] = code.placed
    expect(file?.path).toMatch(/^stubs\/tools-[0-9a-f]{16}\.pyi$/)
    expect(file?.text).toContain('async def math_add')
    expect(system(models)).toContain(`declared in ${file?.path}.`)
    expect(system(models)).not.toContain('async def')
    // The code and its declarations are in one environment, which what tools share may choose.
    const [cell] = code.cells
    expect(file?.at).toMatchObject({ run: cell?.run, session: cell?.session, sources: cell?.sources })
    for (const context of [file?.at.context, cell?.context])
      expect(JSON.parse(context ?? '')).toMatchObject({ deps, runId: TEST_RUN })
  })

  test('[B-36] that cannot be placed are told of in the trace', async () => {
    const { code, run } = planned({ studio, cells: {} })
    const place = async () => 'the disk is full'
    const { log } = await playRuled({ ...run, bench: { code: { ...code, place } } })
    const notes = log.flatMap((event) => (isOf(event, 'note.noted') ? [event.text] : []))
    expect(notes[0]).toMatch(/^The tools of code could not be declared in stubs\/tools-.*: the disk is full$/)
  })
})

describe('code mode that is off', () => {
  test.each([
    ['bub', '{"kind": "invalid_input", "message": "Code mode is not enabled for this run."}'],
    ['plain', 'Code mode is not enabled for this run.'],
  ])('[B-32] answers a call in the %s profile with a sentence, and is not offered', async (profile, said) => {
    const { models, told, code } = await play({
      studio: { profile, code_mode: { enabled: false } },
      cells: { x: () => undefined },
    })
    expect(offered(models)[0]).toEqual(['math_add'])
    expect([told, code.cells.length]).toEqual([[said], 0])
  })

  test('[B-32] a function of the project that answers null turns it off for the run; names are those of the code', async () => {
    const studio = { ...CODE, code_mode: { enabled: true, tools: 'p.ts#pick' } }
    const tools = { math_add: ADD, order: () => 'x' }
    const cells = { x: () => undefined }
    const off = await play({ studio, tools, cells, hooks: { pick: () => null } })
    expect([offered(off.models)[0], off.told]).toEqual([
      ['math_add', 'order'],
      ['{"kind": "invalid_input", "message": "Code mode is not enabled for this run."}'],
    ])
    const some = await play({
      studio,
      tools,
      cells,
      hooks: { pick: ({ state }) => (state === undefined ? null : ['MATH.add']) },
    })
    expect(some.code.cells[0]?.tools).toEqual([{ identifier: 'math_add', name: 'math_add' }])
    expect(some.hooksAsked).toEqual(['pick'])
  })

  test('[B-32] a function that chooses nothing readable, or names nobody has, ends the agent before a model is asked', async () => {
    const studio = { ...CODE, code_mode: { enabled: true, tools: 'p.ts#pick' } }
    for (const [pick, said] of [
      [() => 3, 'p.ts#pick answers neither a list of tools nor null.'],
      [() => ['zzz'], "p.ts#pick: unknown tool name(s): 'zzz'"],
    ] as const) {
      const { log, models } = await play({ studio, cells: {}, hooks: { pick } })
      expect(log.at(-1)).toMatchObject({ outcome: 'failed' })
      expect(JSON.stringify(log)).toContain(said.replaceAll('"', '\\"'))
      expect(models.seen).toEqual([])
    }
  })
})

describe('a call that code makes', () => {
  test('[B-28] [B-1] has its arguments read leniently, and a wrong one is named in the exception', async () => {
    const { told, hosts } = await play({
      cells: {
        lenient: async ({ use, print }) => {
          print(String(await use('math_add', { a: '2', b: ' 3 ' })))
          await use('math_add', { a: 'x', b: 3 })
        },
      },
    })
    expect(told[0]).toContain("Code raised BubError: [invalid_input] Tool 'math.add' argument validation failed. a: ")
    expect(told[0]).toContain('"output": "5"')
    expect(hosts.began).toEqual(['t.math_add {"a":2,"b":3}'])
  })

  test('[B-69] [E-26] that fails raises [kind] message with what the tool said, without private values', async () => {
    const { told, log } = await play({
      tools: { fail },
      bench: { sly: { token: '"sk-live-51Hc0mM2nQ"' } } as never,
      cells: {
        caught: async ({ use, print }) => {
          await use('fail', { msg: 'nope sk-live-51Hc0mM2nQ' }).catch((error: Error) => print(error.message))
        },
      },
    })
    expect(told).toEqual(["[tool] Tool 'fail' execution failed. ValueError: nope ⟨sly:token⟩"])
    expect(endsOf(log)).toEqual(['fail failed exception', 'run_code ok'])
  })

  test('[B-45] reads results without private values', async () => {
    const { told } = await play({
      tools: { whoami: () => new Map([['key', 'sk-live-51Hc0mM2nQ']]) },
      bench: { sly: { token: '"sk-live-51Hc0mM2nQ"' } } as never,
      cells: { read: async ({ use, print }) => print(JSON.stringify(await use('whoami', {}))) as undefined },
    })
    expect(told).toEqual(['{"key":"⟨sly:token⟩"}'])
  })

  test('[U-4] is told the whole context of its call, and that code made it', async () => {
    let told: Record<string, unknown> = {}
    const look: FakeTool = (_args, { host }) => {
      told = JSON.parse(host.context ?? '{}')
      return 'x'
    }
    await play({
      studio: { ...CODE, deps: { user_id: 123 } },
      tools: { look },
      cells: { see: async ({ use }) => void (await use('look', {})) },
    })
    expect(told).toMatchObject({
      deps: { user_id: 123 },
      codeMode: true,
      runId: TEST_RUN,
      requestId: expect.stringMatching(/^req_/),
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      conversationHistory: [{ role: 'user', content: 'go' }],
    })
  })

  test('[E-27] [B-30] passes hooks, permissions and limits', async () => {
    const { told, hosts } = await play({
      studio: {
        ...CODE,
        hooks: [{ event: 'pre_tool_use', run: 'p.ts#guard', match: 'math.add' }],
        permissions: { deny: ['secret'] },
      },
      tools: { math_add: ADD, secret: () => 'x' },
      hooks: { guard: () => ({ decision: 'deny', reason: 'not today' }) },
      cells: {
        denied: async ({ use, print, cell }) => {
          await use('math_add', { a: 1, b: 1 }).catch((error: Error) => print(error.message))
          print(` ${cell.tools.map(({ name }) => name).join()}`)
        },
      },
    })
    expect([told, hosts.began]).toEqual([['[tool] not today math_add'], []])
  })

  test('[B-34] keeps its structure; what JSON cannot hold is an error that code can catch', async () => {
    const code = fakeCode({
      both: async ({ use, print }) => {
        print(JSON.stringify(await use('order', {})))
        await use('odd', {}).catch((error: Error) => print(` ${error.message}`))
      },
    })
    const bench = ruledBench({
      studio: CODE,
      tools: { order: () => new Map([['id', 'A123']]), odd: () => 'x' },
      turns: [[{ tool: 'run_code', args: '{"code": "both"}' }]],
      bench: { code },
    })
    const { hosts } = bench
    const plain = { ...hosts, call: hosts.call }
    const log = await testBench({
      models: bench.models,
      code,
      hosts: {
        ...plain,
        async call(call) {
          const reply = await hosts.call(call)
          return call.className === 't.odd' && reply.ok ? { ...reply, value: undefined, text: '<object>' } : reply
        },
      },
    }).run(bench.request)
    expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
    expect(toldTexts(bench.models.seen)).toEqual(['{"id":"A123"} tool result is not JSON serializable: <object>'])
  })
})

describe('the end of code', () => {
  const ends: readonly (readonly [string, FakeCell, string, string])[] = [
    [
      'raised',
      ({ print }) => {
        print('started\n')
        return {
          ended: 'raised',
          type: 'ZeroDivisionError',
          message: 'division by zero',
          traceback: 'Traceback: line 2\n',
        }
      },
      '{"kind": "tool", "message": "Code raised ZeroDivisionError: division by zero", "details": {"output": "started\\n", "traceback": "Traceback: line 2\\n"}}',
      'Code raised ZeroDivisionError: division by zero\n\nTraceback: line 2\n\nOutput so far:\nstarted',
    ],
    [
      'exited',
      ({ print }) => {
        print('a\n')
        return { ended: 'exited', code: 3, stderr: '' }
      },
      '{"kind": "tool", "message": "Code runner exited unexpectedly with code 3", "details": {"output": "a\\n", "stderr": ""}}',
      'Code runner exited unexpectedly with code 3\n\nOutput so far:\na',
    ],
    [
      'memory',
      () => ({ ended: 'memory' }),
      '{"kind": "tool", "message": "Code used more than its 256 MB of memory", "details": {"output": ""}}',
      'Code used more than its 256 MB of memory',
    ],
    [
      'refused',
      () => ({ ended: 'refused', message: 'There is no Python here. Install it.' }),
      '{"kind": "tool", "message": "There is no Python here. Install it."}',
      'There is no Python here. Install it.',
    ],
  ]
  test.each(ends)(
    '[B-43] %s is told with all output so far, and not tried again',
    async (_name, cell, object, text) => {
      const bub = await play({ cells: { x: cell } })
      expect([bub.told, bub.code.cells.length]).toEqual([[object], 1])
      const plain = await play({ studio: { code_mode: { enabled: true }, retries: 3 }, cells: { x: cell } })
      expect([plain.told, plain.code.cells.length]).toEqual([[text], 1])
      expect(endsOf(plain.log)[0]).toMatch(/^run_code failed /)
    },
  )

  test('[B-40] after its time it is stopped, with the output so far', async () => {
    const hang: FakeCell = ({ print }) => {
      print('started\n')
      return new Promise(() => undefined)
    }
    const { told, log } = await play({
      cells: { hang },
      turns: [
        [{ tool: 'run_code', args: '{"code": "hang", "timeout_seconds": 1}' }],
        [{ tool: 'run_code', args: '{"code": "hang", "timeout_seconds": 0}' }],
        [{ tool: 'run_code', args: '{"code": "hang"}' }],
      ],
      studio: { ...CODE, code_mode: { enabled: true, timeout_ms: 3000 } },
    })
    const said = (n: number, output: string) =>
      `{"kind": "tool", "message": "Code timed out after ${n} seconds", "details": {"output": "${output}"}}`
    expect(told).toEqual([said(1, 'started\\n'), said(0, ''), said(3, 'started\\n')])
    const [first, , last] = attempts(log)
    const started = (span: string) =>
      log.find((event) => event.span === span && event.type === 'attempt.started')?.at ?? 0
    expect((first?.at ?? 0) - started(first?.span ?? '')).toBe(1000)
    expect((last?.at ?? 0) - started(last?.span ?? '')).toBe(3000)
  })

  test('[B-40] the start of its interpreter is not a part of its time', async () => {
    const { code, run } = planned({
      cells: { quick: ({ print }) => void print('done\n') },
      turns: [[{ tool: 'run_code', args: '{"code": "quick", "timeout_seconds": 1}' }]],
    })
    const clock = new VirtualClock()
    const slow: CodePort = {
      ...code,
      async run(cell) {
        await clock.sleep(5000, cell.signal)
        return code.run(cell)
      },
    }
    const { told } = await playRuled({ ...run, bench: { clock, code: slow } })
    expect(told).toEqual(['done\n'])
    expect(clock.now()).toBeGreaterThanOrEqual(5000)
  })

  test('[B-42] a stop of the run stops it, and the calls that it makes', async () => {
    const stopped: string[] = []
    const slow: FakeTool = (_args, { host }) =>
      new Promise((_resolve, reject) => {
        host.signal.addEventListener('abort', () => {
          stopped.push('tool')
          reject(new Error('stopped'))
        })
      })
    const { run } = planned({
      tools: { slow },
      cells: {
        wait: async ({ use, cell }) => {
          cell.signal.addEventListener('abort', () => stopped.push('cell'))
          await use('slow', {})
        },
      },
    })
    const bench = ruledBench(run)
    await bench.bench.runtime.start(bench.request)
    await bench.clock.sleep(200)
    await bench.bench.store.send(TEST_RUN, { id: 'stop', kind: 'cancel' })
    await bench.bench.runtime.settled(TEST_RUN)
    const log = await bench.bench.log()
    expect(stopped.sort()).toEqual(['cell', 'tool'])
    expect(log.at(-1)).toMatchObject({ type: 'run.finished', outcome: 'cancelled' })
  })
})

describe('a person who is asked about a call of code', () => {
  const asks = { run: ADD.run, parameters: ADD.parameters, studio: { requires_approval: true } }
  const cells: Play['cells'] = {
    ask: async ({ use, print }) => void print(String(await use('math_add', { a: 1, b: 1 }))),
  }

  test.each([
    ['approve', undefined, '2'],
    ['edit', '{"a": 40, "b": 2}', '42'],
    ['reject', undefined, "[tool] Tool 'math_add' call was rejected."],
  ] as const)('[B-46] may %s; the clock of the code stands still meanwhile', async (decision, args, said) => {
    const { run } = planned({
      tools: { math_add: asks },
      cells,
      studio: { ...CODE, approvals: { timeout_ms: 3_600_000 } },
    })
    const bench = ruledBench({
      ...run,
      turns: [[{ tool: 'run_code', args: '{"code": "ask", "timeout_seconds": 2}' }]],
    })
    await bench.bench.runtime.start(bench.request)
    await bench.clock.sleep(600_000)
    await decide(bench.bench.store, await bench.bench.log(), 'math_add', {
      decision,
      ...(args !== undefined && { args }),
    })
    await bench.bench.runtime.settled(TEST_RUN)
    expect(toldTexts(bench.models.seen)[0]).toContain(said)
  })
})

test('[B-37] attached media are a part of the result: references for the model, bytes beside the log', async () => {
  const { told, log, bench } = await play({
    cells: {
      draw: ({ print, attach }) => {
        print('drawn\n')
        attach({ kind: 'image', mimeType: 'image/png', base64: 'aGVsbG8=', name: 'plot.png' })
        return undefined
      },
    },
  })
  const answer = attempts(log)[0]?.answer
  const media = answer?.of === 'tool' ? answer.media : undefined
  expect(media).toMatchObject([{ kind: 'image', mimeType: 'image/png', bytes: 5, name: 'plot.png' }])
  expect(told[0]).toMatch(/^drawn\n\[image media:[0-9a-f]{16} image\/png plot\.png\]$/)
  expect(JSON.stringify(log)).not.toContain('aGVsbG8=')
  const sha = media?.[0]?.sha
  expect(sha === undefined ? undefined : await bench.store.chunk(sha)).toBe('aGVsbG8=')
})

test('[M1.4] a replay takes everything from the log and starts no code', async () => {
  const { run } = planned({
    studio: { ...CODE, code_mode: { enabled: true, tools: 'p.ts#pick' } },
    hooks: { pick: () => ['math.add'] },
    cells: { add: async ({ use, print }) => void print(String(await use('math_add', { a: 1, b: 1 }))) },
  })
  const first = ruledBench(run)
  const recorded = await first.run()
  const code = fakeCode({})
  const again = ruledBench({ ...run, hooks: {}, bench: { code } })
  const log = await again.bench.run(again.request, { record: { log: recorded, onDifference: 'fail' } })
  expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'done' })
  expect([code.cells.length, again.models.seen.length, again.hooksAsked]).toEqual([0, 0, []])
})
