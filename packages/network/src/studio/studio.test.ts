import { toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { readNetwork } from '../read-network.ts'
import { studioOf } from './read-studio.ts'

const read = (network: object) =>
  readNetwork({ network: 'n', file: 'n.hocon', texts: { 'n.hocon': JSON.stringify(network) } })
const desk = (studio: object, entries: readonly object[] = []) => ({
  studio,
  tools: [
    { name: 'desk', instructions: 'Hi', function: { description: 'Answers all questions' }, tools: ['a', 'b'] },
    { name: 'a', class: 'a.A', function: { description: 'Adds two numbers' } },
    { name: 'b', class: 'b.B', function: { description: 'Brings the paper' } },
  ].map((entry, index) => ({ ...entry, ...entries[index] })),
})
const said = (network: object) =>
  read(network).diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)
const at = (network: object, name: string) => {
  const whole = read(network)
  return studioOf(
    whole,
    whole.entries.find((entry) => entry.name === name),
  )
}

describe('a studio block', () => {
  test('is nothing where nothing is written', () => {
    const { studio: _none, ...plain } = desk({})
    expect(studioOf(read(plain))).toBeUndefined()
  })

  test('is read once for each place, and anew for what a tool brings with it', () => {
    const network = read(desk({ max_iterations: 3 }, [{}, { studio: { max_iterations: 4 } }]))
    const [front, other, plain] = network.entries
    expect([undefined, front, other, plain].map((entry) => studioOf(network, entry)?.maxIterations)).toEqual([
      3, 3, 4, 3,
    ])
    expect(studioOf(network, other)).toBe(studioOf(network, other === undefined ? other : { ...other, tools: [] }))
    const own = new Map([['requires_approval', true]])
    expect(studioOf(network, plain, own)?.disciplined).toBe(true)
    expect(studioOf(network, plain)).not.toBe(studioOf(network, plain, own))
    expect(studioOf(read(desk({ max_iterations: 9 })), undefined)?.maxIterations).toBe(9)
  })

  test('has the defaults of Nous for what is not written', () => {
    expect(studioOf(read(desk({ parallel_tool_calls: true })))).toMatchObject({
      disciplined: true,
      profile: 'plain',
      parallelToolCalls: true,
      parallel: { maxConcurrency: 16, defaultTimeoutMs: 300_000, headroomMs: 5000 },
      maxIterations: 10,
      permissions: { mode: 'default', approvalRequired: ['bash', 'file_write', 'file_edit'] },
      approvals: { timeoutMs: 300_000 },
      limits: { toolCalls: 64, sameCallRepeats: 3 },
      todos: { enabled: false, render: 'run_start' },
      tool: { timeoutMs: 30_000, retries: 1, retryOn: ['exception', 'timeout'], validateArgs: 'strict' },
    })
  })

  test('[B-40] code that a model writes may run for two minutes where nothing else is written', () => {
    const timeout = (code_mode: object) => studioOf(read(desk({ code_mode })))?.codeMode.timeoutMs
    expect(timeout({ enabled: true })).toBe(120_000)
    expect(timeout({ enabled: true, timeout_ms: 1000 })).toBe(1000)
  })

  test('of an entry lies over that of the network: objects merge, lists replace', () => {
    const network = desk({ permissions: { deny: ['x'], mode: 'strict' }, timeout_ms: 1000, redact: ['a', 'b'] }, [
      {},
      { studio: { permissions: { deny: ['y', 'z'] }, redact: ['c'], retries: 0 } },
    ])
    expect(at(network, 'a')).toMatchObject({
      permissions: { mode: 'strict', deny: ['y', 'z'] },
      redact: ['c'],
      tool: { timeoutMs: 1000, retries: 0 },
    })
    expect(at(network, 'b')).toMatchObject({ permissions: { deny: ['x'] }, redact: ['a', 'b'], tool: { retries: 1 } })
  })

  test('of a definition lies between the two, and makes the tool follow the rules', () => {
    const network = read(desk({ timeout_ms: 1000, retries: 5 }, [{}, { studio: { retries: 0 } }]))
    const own = toJson({ timeout_ms: 50, retries: 9, category: 'write' })
    const studio = studioOf(network, network.entries[1], own instanceof Map ? own : undefined)
    expect(studio).toMatchObject({ disciplined: true, tool: { timeoutMs: 50, retries: 0, category: 'write' } })
  })

  test.each([
    [{ on_doubt: 'ask' }, false],
    [{ sly: { protect: ['a'] }, fetch: { allow: [] }, tool_results: 'json', mocks: {} }, false],
    [{ mcp: { 'stdio:files': { command: 'node', args: ['files.js'] } } }, false],
    [{ on_doubt: 'ask', retries: 1 }, true],
    [{ todos: { enabled: true } }, true],
  ])('changes how calls are run only where it says so: %o', (studio, disciplined) => {
    expect(studioOf(read(desk(studio)))?.disciplined).toBe(disciplined)
  })

  test.each([
    [null, null],
    [0, null],
    [-1, null],
    [250, 250],
  ])('[U-42] a timeout of %o means %o', (timeout_ms, expected) => {
    expect(studioOf(read(desk({ timeout_ms })))?.tool.timeoutMs).toBe(expected)
  })

  test('counts hooks of one name', () => {
    const hook = { event: 'pre_tool_use', run: 'p.ts#guard' }
    expect(studioOf(read(desk({ hooks: [hook, hook] })))?.hooks.map(({ name }) => name)).toEqual(['guard', 'guard-2'])
  })
})

describe('what is said about a studio block', () => {
  test.each([
    [{ timeout_ms: 'soon' }, 'error unknown-value: timeout_ms must be a number from 0 on'],
    [{ retries: -1 }, 'error unknown-value: retries must be a number from 0 on'],
    [{ parallel_tool_calls: 'yes' }, 'error unknown-value: parallel_tool_calls must be true or false'],
    [{ permissions: ['bash'] }, 'error unknown-value: permissions must be an object'],
    [{ retry_on: ['timeout', 'rain'] }, 'error unknown-value: retry_on must be a list of exception, timeout'],
    [{ permissions: { mode: 'loose' } }, 'error unknown-value: mode must be one of default, permissive, strict'],
    [{ category: 'reading' }, 'error unknown-value: category must be one of read, write, execute, communicate, search'],
    [{ mocks: { a: { reslt: 1 } } }, 'error unknown-key: nothing reads the key reslt here; did you mean result?'],
    [
      { parralel_tool_calls: true },
      'error unknown-key: nothing reads the key parralel_tool_calls here; did you mean parallel_tool_calls?',
    ],
    [{ hooks: [{ run: 'p.ts#guard' }] }, 'error bad-hook: this hook has no event, so it never runs'],
    [{ hooks: [{ event: 'pre_tool_use' }] }, 'error bad-hook: this hook runs nothing: write run = "file.ts#name"'],
    [
      { hooks: [{ event: 'pre_tool_use', run: 'guard' }] },
      'error bad-hook: run must be a file and a name in it: "file.ts#name"',
    ],
    [
      { deps: { user: { api_key: 'k-1' } } },
      'warning secret-in-deps: api_key looks like a credential, and deps are plain text that every tool gets; hand it over as sly data',
    ],
    ...[{ policy: 'mask' }, { policy: 'block' }, { protect: ['pin'] }, { fill: ['pay'] }].map(
      (sly): [object, string] => {
        const [[key, value]] = Object.entries(sly) as [[string, unknown]]
        const written = key === 'policy' ? `policy = ${value}` : key
        return [
          { sly },
          `warning sly-not-in-force: ${written} is not in force: what a model request holds of private values is told in the trace, and the request is sent as it is`,
        ]
      },
    ),
    ...['', ', ', 'a b', ' '].map((command_prefix): [object, string] => [
      { command_prefix },
      'error bad-command-prefix: command_prefix must be non-empty and contain no whitespace',
    ]),
  ])('%o', (studio, expected) => {
    expect(said(desk(studio))).toEqual([expected])
  })

  test('nothing where private values are reported, as they are', () => {
    expect(said(desk({ sly: { policy: 'report', keep: 'memory', protect: [] } }))).toEqual([])
  })

  test('[B-55] what begins commands holds something and no white space', () => {
    for (const command_prefix of [',', '!', '::', ',,', null]) expect(said(desk({ command_prefix }))).toEqual([])
  })

  test.each([
    [
      'two runtime names',
      [{}, { studio: { runtime_name: 'math.add' } }, { studio: { runtime_name: 'Math.Add' } }],
      'a',
    ],
    ['a runtime name and a name', [{}, { name: 'math_add' }, { studio: { runtime_name: 'math.add' } }], 'math_add'],
  ])('[E-21] [B-9] one name for two tools is an error at both places: %s', (_what, entries, first) => {
    const network = desk({}, entries)
    network.tools[0] = { ...network.tools[0], tools: [first, 'b'] } as never
    const found = read(network).diagnostics.filter(({ code }) => code === 'duplicate-runtime-name')
    expect(found.map(({ message }) => message)).toEqual(
      Array(2).fill(`the runtime name math.add stands for ${first} and for b; give one of them another`),
    )
    const text = JSON.stringify(network)
    const [one, two] = found.map(({ at }) => text.slice(at.from, at.to))
    expect([one, two].map((name) => name?.toLowerCase().replaceAll('"', '').replace('_', '.'))).toEqual([
      'math.add',
      'math.add',
    ])
    expect(found.map(({ entry }) => entry)).toEqual([first, 'b'])
    expect(found[0]?.at.from).not.toBe(found[1]?.at.from)
  })

  test('[B-9] two entries of one name are an error at both places', () => {
    const network = desk({}, [{}, { name: 'b' }])
    const found = read(network).diagnostics.filter(({ code }) => code === 'duplicate-name')
    expect(new Set(found.map(({ at }) => at.from)).size).toBe(2)
  })

  test.each([
    [
      {},
      [{}, { studio: { deferred: true } }],
      ['deferred counts with profile = bub only: a plain agent is offered the tool at once'],
    ],
    [{ profile: 'bub' }, [{}, { studio: { deferred: true } }], []],
    [{}, [{ studio: { profile: 'bub' } }, { studio: { deferred: true } }], []],
    [
      { allowed_tools: [] },
      [],
      ['allowed_tools counts with profile = bub only: a plain agent is offered all of its tools'],
    ],
    [
      {},
      [{}, { studio: { exposure: 'code' } }, { studio: { exposure: 'command' } }],
      ['exposure counts with profile = bub only: a plain agent is offered everything but commands'],
    ],
    [
      { code_mode: { enabled: true, mode: 'code' } },
      [],
      ['code_mode.mode counts with profile = bub only: a plain agent has run_code beside its tools'],
    ],
    [{ code_mode: { enabled: true } }, [], []],
  ])('[B-7] a plain agent is told what it does not read: %j %j', (studio, entries, expected) => {
    const { diagnostics } = read(desk(studio, entries))
    expect(diagnostics.flatMap(({ code, message }) => (code === 'plain-profile' ? [message] : []))).toEqual(expected)
  })

  test('[B-7] names in allowed_tools are tools of the network, by either name and in any letter case', () => {
    const entries = [{}, { studio: { runtime_name: 'math.add' } }]
    const bub = (allowed_tools: readonly string[]) => said(desk({ profile: 'bub', allowed_tools }, entries))
    expect(bub(['MATH.ADD', 'b', 'run_code', 'add_todo'])).toEqual([])
    expect(bub(['zzz', 'a'])).toEqual(["error unknown-tool-name: unknown tool name(s): 'zzz'"])
  })

  test('[B-8] a function that chooses tools is a file and a name in it', () => {
    expect(said(desk({ prepare_tools: 'steps.ts#choose' }))).toEqual([])
    expect(said(desk({ prepare_tools: 'steps.ts' }))).toEqual([
      'error bad-function: prepare_tools must be a file and a name in it: "file.ts#name"',
    ])
  })

  test('[B-25] code mode without run_code among the allowed tools is a hint', () => {
    const bub = (allowed_tools: readonly string[]) =>
      said(desk({ profile: 'bub', code_mode: { enabled: true }, allowed_tools }))
    expect(bub(['a', 'RUN_CODE'])).toEqual([])
    expect(bub(['a'])).toEqual(['warning code-mode-off: code_mode is on, but desk may not use run_code'])
  })

  test('[B-36] declarations in a file that no tool reads are a hint', () => {
    const studio = { code_mode: { enabled: true, stub: 'stubs' } }
    expect(said(desk(studio))).toEqual([
      'warning stub-unread: no tool of desk reads files, so add file_read or write stub = prompt',
    ])
    expect(said(desk(studio, [{}, { class: 'slyglass.files.FileRead' }]))).toEqual([])
    expect(said(desk({ code_mode: { enabled: true, stub: 'prompt' } }))).toEqual([])
    expect(said(desk({ code_mode: { stub: 'stubs' } }))).toEqual([])
  })

  test('[U-48] an agent may list the tools of a list that it keeps', () => {
    const front = { tools: ['a', 'b', 'add_todo', 'list_todos'] }
    expect(said(desk({ todos: { enabled: true } }, [front]))).toEqual([])
    expect(said(desk({}, [{ ...front, studio: { todos: { enabled: true } } }]))).toEqual([])
    expect(said(desk({}, [front]))).toEqual([
      'error unknown-reference: there is no entry named add_todo; it comes with studio.todos.enabled = true',
      'error unknown-reference: there is no entry named list_todos; it comes with studio.todos.enabled = true',
    ])
  })

  test.each([
    ['run_code', /it comes with studio\.code_mode\.enabled = true, so take it out of "tools"/],
    ['spill_read', /the studio adds it where it is needed, so take it out of "tools"/],
    ['bash', /it is a tool of the studio that needs an entry: \{ name = bash, toolbox = bash \}/],
  ])('[B-25] %s among the tools of an agent is told how it is had', (name, hint) => {
    const told = said(desk({ profile: 'bub', code_mode: { enabled: true } }, [{ tools: ['a', 'b', name] }]))
    expect(told).toEqual([expect.stringMatching(hint)])
    expect(told[0]).toContain(`there is no entry named ${name}`)
    expect(said(desk({ profile: 'bub', allowed_tools: ['a', 'run_code', 'spill_read', 'read_result'] }))).toEqual([])
  })

  test('is nothing for a block that is right', () => {
    const studio = {
      parallel: { max_concurrency: 4 },
      timeout_ms: 5000,
      cache: { ttl_ms: 1, key: ['args.url'] },
      rate_limit: { calls: 100, tier: 'deps.tier', tiers: { premium: 1000 } },
      mocks: { a: { result: { any: [1] } }, b: { fail: 'no', delay_ms: 5 } },
      hooks: [{ event: 'post_tool_use', run: 'hooks/p.ts#after', name: 'after', match: 'a*', priority: 5 }],
    }
    expect(said(desk(studio))).toEqual([])
  })
})

describe('how tools under rules are called', () => {
  const kinds = (...categories: readonly string[]) => [{}, ...categories.map((category) => ({ studio: { category } }))]

  test.each([
    [{ parallel_tool_calls: true }, kinds('write', 'communicate'), ['hint acts-in-parallel']],
    [{ parallel_tool_calls: true }, kinds('read', 'write'), []],
    [{}, kinds('write', 'communicate'), []],
    [{}, [{}, { studio: { timeout_ms: null } }], ['hint no-timeout']],
    [{}, [{}, { studio: { category: 'execute', validate_args: 'off' } }], ['hint unguarded']],
    [{}, [{}, { studio: { category: 'execute', validate_args: 'off', requires_approval: true } }], []],
    [{}, kinds('execute'), []],
  ])('[U-40] [U-80] %o %j', (studio, entries, expected) => {
    expect(said(desk(studio, entries)).map((line) => line.split(':')[0])).toEqual(expected)
  })
})
