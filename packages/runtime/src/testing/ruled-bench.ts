// Runs of one agent under the rules of this studio: its tools are functions, its model calls what it is told to and then answers.
import type { JsonText } from '@slyglass/base'
import { isOf, type RunEvent, verifyLog } from '@slyglass/run-log'
import type { MemoryRunStore } from '../memory-run-store.ts'
import type { HookPort, RunRequest } from '../ports.ts'
import { type FakeTool, fakeHosts } from './fake-hosts.ts'
import { scriptedModels } from './scripted-models.ts'
import { type BenchOptions, testBench, testRequest } from './test-bench.ts'
import { VirtualClock } from './virtual-clock.ts'

export interface RuledTool {
  readonly run: FakeTool
  readonly studio?: object
  readonly parameters?: object
}

export interface RuledRun {
  /** The network's block. */
  readonly studio?: object
  /** The agent's own block. */
  readonly agent?: object
  readonly tools: Readonly<Record<string, RuledTool | FakeTool>>
  /** Names that the agent lists besides its tools. */
  readonly listed?: readonly string[]
  /** What the model calls, answer by answer; then it says `done`. */
  readonly turns: readonly (readonly { readonly tool: string; readonly args?: JsonText; readonly id?: string }[])[]
  /** What definitions of tools tell, by tool; they come from hosts that can describe. */
  readonly described?: Readonly<Record<string, object>>
  readonly hooks?: Readonly<Record<string, (payload: Record<string, unknown>) => unknown>>
  readonly more?: Partial<RunRequest>
  readonly bench?: Partial<BenchOptions>
}

export function ruledBench(run: RuledRun) {
  const clock = run.bench?.clock ?? new VirtualClock()
  const names = Object.keys(run.tools)
  const parts = Object.entries(run.tools).map(
    ([name, given]) => [name, 'run' in given ? given : { run: given }] as const,
  )
  const network = {
    llm_config: { model_name: 'gpt-4o' },
    ...(run.studio !== undefined && { studio: run.studio }),
    tools: [
      {
        name: 'desk',
        function: { description: 'I work.' },
        instructions: 'AGENT:desk Work.',
        tools: [...names, ...(run.listed ?? [])],
        ...(run.agent !== undefined && { studio: run.agent }),
      },
      ...parts.map(([name, { studio, parameters }]) => ({
        name,
        class: `t.${name}`,
        function: { description: `Does ${name}.`, ...(parameters !== undefined && { parameters }) },
        ...(studio !== undefined && { studio }),
      })),
    ],
  }
  const rules = run.turns.map((calls, index) => ({
    assistantTurns: index,
    answer: { calls: calls.map((call) => ({ args: '{}', ...call })) },
  }))
  const models = scriptedModels([...rules, { answer: { content: 'done' } }])
  const plain = fakeHosts(Object.fromEntries(parts.map(([name, part]) => [`t.${name}`, part.run])))
  const { described } = run
  const describe = async (_sources: unknown, className: string) => {
    const told = described?.[className.slice(2)]
    return told === undefined ? undefined : JSON.stringify(told)
  }
  const hosts = described === undefined ? plain : { ...plain, describe }
  const asked: string[] = []
  const bench = testBench({
    models,
    hosts,
    clock,
    ...(run.hooks !== undefined && { hooks: hookPort(run.hooks, asked) }),
    ...run.bench,
  })
  const request = testRequest(network, 'go', { source: 'chat', ...run.more })
  return { bench, clock, hosts, models, network, request, hooksAsked: asked, run: () => bench.run(request) }
}

function hookPort(
  hooks: Readonly<Record<string, (payload: Record<string, unknown>) => unknown>>,
  asked: string[],
): HookPort {
  return {
    async run({ hook, payload }) {
      const named = hook.run?.split('#').at(-1) ?? ''
      asked.push(named)
      const answer: unknown = await hooks[named]?.(JSON.parse(payload))
      return JSON.stringify(answer ?? null)
    },
  }
}

/** Plays a run to its end, whose log must be a good one. */
export async function playRuled(run: RuledRun) {
  const bench = ruledBench(run)
  const log = await bench.run()
  const [breach] = verifyLog(log, 'finished')
  if (breach !== undefined) throw new Error(`${breach.law} at event ${breach.seq}: ${breach.message}`)
  return { ...bench, log, told: toldTexts(bench.models.seen) }
}

/** What the model read of each call, in the order of its messages. */
export function toldTexts(bodies: readonly { readonly body: string }[]): readonly string[] {
  const last = JSON.parse(bodies.at(-1)?.body ?? '{}') as {
    messages?: { role: string; content: string }[]
    input?: Item[]
  }
  if (last.messages !== undefined)
    return last.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  return (last.input ?? []).filter(({ type }) => type === 'function_call_output').map(({ output }) => output)
}

interface Item {
  readonly type: string
  readonly output: string
}

/** The ends of calls, as `tool outcome code`. */
export function endsOf(log: readonly RunEvent[]): readonly string[] {
  const names = new Map(log.flatMap((event) => (isOf(event, 'tool.started') ? [[event.span, event.tool]] : [])))
  return log.flatMap((event) =>
    isOf(event, 'tool.finished')
      ? [[names.get(event.span), event.outcome, event.failure?.code].filter((part) => part !== undefined).join(' ')]
      : [],
  )
}

/** Sends a person's decision about a call that is waiting. */
export async function decide(
  store: MemoryRunStore,
  log: readonly RunEvent[],
  tool: string,
  decision: { readonly decision: 'approve' | 'reject' | 'edit'; readonly args?: JsonText; readonly reason?: string },
): Promise<string> {
  const asked = log.find((event) => isOf(event, 'approval.requested') && event.tool === tool)
  if (asked === undefined || !isOf(asked, 'approval.requested')) throw new Error(`nobody asks about ${tool}`)
  const { argsSha, parent } = asked
  return store.send(asked.runId, {
    id: `approve ${parent}`,
    kind: 'approve',
    call: parent ?? asked.span,
    argsSha,
    ...decision,
  })
}
