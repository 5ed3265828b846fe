// A call that a person must agree to, through the whole studio: asked on the wire, decided over HTTP, kept over a restart.
import type { LogEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ask, converse, eventsOf, follow, must, refusalOf, waitForLine } from './support/conversations.ts'
import { callsThenWords, deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const NETWORK = `{
  studio { approvals { timeout_ms = 60000 } }
  tools = [
    { name = desk, instructions = "Tidy up.", tools = [remove, show], function { description = "Tidies up a folder for you." } }
    { name = remove, class = "tidy.Remove", studio.requires_approval = true
      function { description = "Removes a file.", parameters { type = object, required = [path], properties { path { type = string } } } } }
    { name = show, class = "tidy.Show", studio.requires_approval = true
      function { description = "Shows a file.", parameters { type = object, required = [path], properties { path { type = string } } } } }
  ]
}`
const CALLS = [
  { name: 'remove', arguments: { path: 'old.txt' } },
  { name: 'show', arguments: { path: 'new.txt' } },
]
const TOOLS = {
  'coded_tools/tidy.ts': `export class Remove { async asyncInvoke(args: { path: string }) { return 'removed ' + args.path } }
export class Show { async asyncInvoke(args: { path: string }) { return 'shown ' + args.path } }`,
}

const { startTrusted, put } = studioPerTest(deskFiles(NETWORK, callsThenWords(CALLS, 'Tidy now. {{tool}}'), TOOLS))

async function startAsking() {
  const { project, ...studio } = await startTrusted()
  const { run } = await must(ask(studio.client, { project, network: 'desk', message: 'Tidy up' }))
  const seen: LogEvent[] = []
  await waitForLine(studio.client, { watch: [{ run, after: -1 }] }, (line) => {
    if (line.kind === 'events') seen.push(...line.events)
    return eventsOf(seen, 'approval.requested').length === 2
  })
  const questions = eventsOf(seen, 'approval.requested').map(({ parent, argsSha, tool, args }) => ({
    call: parent ?? '',
    argsSha,
    tool,
    args,
  }))
  return { studio, run, remove: questions[0]!, show: questions[1]! }
}

describe('a call that a person must agree to', () => {
  test('[U-85] [B55] is decided once, about the arguments that were seen, in any order', async () => {
    const { studio, run, remove, show } = await startAsking()
    expect([remove, show].map(({ tool, args }) => `${tool} ${args}`)).toEqual([
      'remove {"path":"old.txt"}',
      'show {"path":"new.txt"}',
    ])
    const decide = (question: typeof remove, more: object) =>
      refusalOf(
        studio.client.commandRun(run, {
          id: 'x',
          kind: 'approve',
          call: question.call,
          argsSha: question.argsSha,
          decision: 'approve',
          ...more,
        }),
      )
    expect(await decide(remove, { argsSha: 'a'.repeat(64) })).toBe('409 approval-stale')
    expect(await decide(remove, { decision: 'edit', args: '[]' })).toBe('422 approval-args')
    expect(await decide(remove, { call: 'r.a.t9.9' })).toBe('404 approval')
    expect(await decide(show, {})).toBe('accepted')
    expect(await decide(show, { id: 'y' })).toBe('409 already-answered')
    expect(await decide(remove, { decision: 'edit', args: '{"path": "copy.txt"}' })).toBe('accepted')
    const log = await follow(studio.client, run)
    expect(eventsOf(log, 'tool.finished').map(({ text }) => text)).toEqual(['removed copy.txt', 'shown new.txt'])
    expect(eventsOf(log, 'attempt.started').filter(({ of }) => of === 'tool')).toHaveLength(2)
    expect(await decide(remove, {})).toBe('409 already-answered')
  })

  test('[U-85] is not said to be late when its run was stopped: a late answer hears that', async () => {
    const { studio, run, remove } = await startAsking()
    await must(studio.client.commandRun(run, { id: 'stop', kind: 'cancel' }))
    await follow(studio.client, run)
    const late = {
      id: 'late',
      kind: 'approve',
      call: remove.call,
      argsSha: remove.argsSha,
      decision: 'approve',
    } as const
    const told = await studio.client.commandRun(run, late)
    expect(told).toMatchObject({
      error: {
        code: 'already-answered',
        message: 'This call was stopped before anybody answered, so it was not made.',
      },
    })
  })

  test('[U-85] is refused for a reason that the model reads', async () => {
    const { studio, run, remove, show } = await startAsking()
    for (const { call, argsSha } of [show, remove]) {
      const decision = {
        id: call,
        kind: 'approve',
        call,
        argsSha,
        decision: 'reject',
        reason: 'it is still needed',
      } as const
      await must(studio.client.commandRun(run, decision))
    }
    const log = await follow(studio.client, run)
    const text = 'Tool call was rejected by approval handler: it is still needed'
    expect(eventsOf(log, 'tool.finished').map((event) => event.text)).toEqual([text, text])
    expect(eventsOf(log, 'run.finished')[0]?.answer).toContain(text)
  })

  test('[U-85] [E-19] still waits after the page was left and the server began anew', async () => {
    const { studio: first, run, remove, show } = await startAsking()
    await first.close()
    const second = await startTrusted()
    const waits = async () => (await must(second.client.projects())).map(({ waiting }) => waiting)
    expect(await waits()).toEqual([{ questions: 2, run, network: 'desk' }])
    for (const { call, argsSha } of [remove, show])
      await must(second.client.commandRun(run, { id: call, kind: 'approve', call, argsSha, decision: 'reject' }))
    const log = await follow(second.client, run)
    expect(eventsOf(log, 'approval.requested')).toHaveLength(2)
    expect(eventsOf(log, 'tool.finished').map(({ outcome }) => outcome)).toEqual(['denied', 'denied'])
    expect(eventsOf(log, 'attempt.started').filter(({ of }) => of === 'tool')).toEqual([])
    expect(await waits()).toEqual([undefined])
  })
})

test('[U-32] a network without a studio block runs as before', async () => {
  const plain = NETWORK.replace(/studio \{[^}]*\{[^}]*\}\s*\}/, '').replaceAll('studio.requires_approval = true', '')
  put({ 'registries/desk.hocon': plain })
  const { client, project } = await startTrusted()
  const { events } = await converse(client, { project, network: 'desk', message: 'Tidy up' })
  expect(eventsOf(events, 'tool.started').map(({ batch }) => batch.mode)).toEqual(['parallel', 'parallel'])
  expect(eventsOf(events, 'tool.finished').map(({ text }) => text)).toEqual(['removed old.txt', 'shown new.txt'])
})

test('[U-58] [U-59] what tools share is there in the next message of the conversation, and in no other', async () => {
  const listed = { agent: 'desk', tool_results: 1, answer: { content: '{{tool}}' } }
  const add = {
    agent: 'desk',
    user: 'add',
    tool_results: 0,
    answer: { tool_calls: [{ name: 'add_todo', arguments: { text: 'one' } }] },
  }
  const list = { agent: 'desk', tool_results: 0, answer: { tool_calls: [{ name: 'list_todos', arguments: {} }] } }
  put({
    'registries/desk.hocon': `{ studio.todos.enabled = true
      tools = [ { name = desk, instructions = "Plan.", function { description = "Plans your day for you." } } ] }`,
    'registries/desk.offline.json': JSON.stringify({ rules: [add, list, listed] }),
  })
  const { client, project } = await startTrusted()
  const first = await converse(client, { project, network: 'desk', message: 'add' })
  const again = await converse(client, { project, network: 'desk', message: 'list', session: first.session })
  const other = await converse(client, { project, network: 'desk', message: 'list' })
  const totals = [again, other].map(({ events }) =>
    eventsOf(events, 'tool.finished').map(({ text }) => /"total":(\d)/.exec(text)?.[1]),
  )
  expect(totals).toEqual([['1'], ['0']])
})

test('[U-4] [U-24] what tools share may be given with a message, and rules go by it', async () => {
  const look = (uses: number) => Array.from({ length: uses }, () => ({ name: 'look', arguments: {} }))
  put({
    'registries/desk.hocon': `{ studio { deps { tier = basic }, limits.same_call_repeats = 9 }
      tools = [ { name = desk, instructions = "Look.", tools = [look], function { description = "Looks around for you." } }
        { name = look, class = "tidy.Look", function { description = "Looks around." }
          studio.rate_limit { calls = 1, per_ms = 600000, key = "deps.user_id", tier = "deps.tier", tiers { premium = 2 } } } ] }`,
    'registries/desk.offline.json': JSON.stringify({
      rules: [{ tool_results: 0, answer: { tool_calls: look(3) } }, { answer: { content: 'ok' } }],
    }),
    'coded_tools/tidy.ts': 'export class Look { async execute(_args: object, ctx: any) { return ctx.deps } }',
  })
  const { client, project } = await startTrusted()
  const ask = async (deps?: string) => {
    const body = { project: project.id, network: 'desk', message: 'go', ...(deps !== undefined && { deps }) }
    const { run } = await must(client.startRun(body))
    return eventsOf(await follow(client, run), 'tool.finished').map(({ text }) => text)
  }
  const limited = 'Rate limit exceeded. Please try again later.'
  expect(await ask('{"user_id": 1}')).toEqual(['{"tier":"basic","user_id":1}', limited, limited])
  expect(await ask('{"user_id": 1}')).toEqual([limited, limited, limited])
  const premium = '{"tier":"premium","user_id":2}'
  expect(await ask('{"user_id": 2, "tier": "premium"}')).toEqual([premium, premium, limited])
  expect(await refusalOf(client.startRun({ project: project.id, network: 'desk', message: 'go', deps: '[]' }))).toBe(
    '422 deps-not-object',
  )
})
