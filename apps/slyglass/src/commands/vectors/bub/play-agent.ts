// One agent of the bub profile with tools that are functions of this process and a model that calls what it is told to.
import { isJsonObject, type JsonText, parseJson, printJson } from '@slyglass/base'
import { isOf, type RunEvent } from '@slyglass/run-log'
import type { HookPort, HostCall, HostReply, RunRequest, ToolHostPort } from '@slyglass/runtime'
import { type SeenRequest, scriptedModels, testBench, testRequest, type VirtualClock } from '@slyglass/runtime/testing'
import { contextOpsJson, describeTool, NotRendered, runTool, type ToolDefinition } from '@slyglass/tools/define'
import { testContext } from '@slyglass/tools/testing'

export interface AgentPlay {
  readonly tools: readonly ToolDefinition[]
  readonly studio?: object
  /** Entries of tools that stand on another host than this process. */
  readonly entries?: readonly { readonly name: string }[]
  hosts?(plain: ToolHostPort): ToolHostPort
  /** Where something real is waited for. */
  readonly clock?: VirtualClock
  /** What the model calls, answer by answer: names and arguments. */
  readonly turns?: readonly (readonly (readonly [tool: string, args: object])[])[]
  readonly hooks?: Readonly<Record<string, (payload: Readonly<Record<string, unknown>>) => unknown>>
  readonly more?: Partial<RunRequest>
  /** Private values, by key, as JSON text. */
  readonly sly?: Readonly<Record<string, JsonText>>
}

export interface AgentPlayed {
  /** Names in each request's `tools`; undefined where it has none. */
  readonly offered: readonly (readonly string[] | undefined)[]
  /** What the model read of each call. */
  readonly told: readonly string[]
  readonly log: readonly RunEvent[]
}

export async function playAgent(play: AgentPlay): Promise<AgentPlayed> {
  const { tools, studio, entries = [], turns = [], hooks = {}, more, sly = {} } = play
  const network = {
    llm_config: { model_name: 'gpt-4o', use_responses_api: false },
    studio: { profile: 'bub', retries: 0, ...studio },
    tools: [
      {
        name: 'desk',
        instructions: 'AGENT:desk Work.',
        function: { description: 'I work.' },
        tools: [...tools, ...entries].map(({ name }) => name),
      },
      ...tools.map(({ name }) => ({ name, class: `t.${name}` })),
      ...entries,
    ],
  }
  const answers = turns.map((calls, index) => ({
    assistantTurns: index,
    answer: { calls: calls.map(([tool, args]) => ({ tool, args: JSON.stringify(args) })) },
  }))
  const models = scriptedModels([...answers, { answer: { content: 'done' } }])
  const bench = testBench({
    models,
    hosts: play.hosts?.(hostsOf(tools)) ?? hostsOf(tools),
    hooks: hookPort(hooks),
    ...(play.clock !== undefined && { clock: play.clock }),
    sly,
  })
  const log = await bench.run(testRequest(network, 'go', { source: 'chat', ...more }))
  return { offered: models.seen.map(offeredIn), told: toldIn(log), log }
}

function offeredIn({ body }: SeenRequest): readonly string[] | undefined {
  const { tools } = JSON.parse(body) as { tools?: readonly { readonly function: { readonly name: string } }[] }
  return tools?.map((tool) => tool.function.name)
}

/** Only calls of the model, not those that code made. */
function toldIn(log: readonly RunEvent[]): readonly string[] {
  return log.flatMap((event) => (isOf(event, 'tool.finished') && !event.span.includes('#') ? [event.text] : []))
}

function hostsOf(tools: readonly ToolDefinition[]): ToolHostPort {
  const find = (className: string) => tools.find(({ name }) => `t.${name}` === className)
  return {
    async call(call) {
      const tool = find(call.className)
      if (tool === undefined) throw new Error(`there is no tool ${call.className}`)
      const sha = `${'0'.repeat(64)}` as Parameters<HostCall['onStart']>[0]['sha']
      await call.onStart({ language: 'typescript', file: 'tools.ts', sha, isolation: 'host' })
      return callTool(tool, call)
    },
    async describe(_sources, className) {
      const tool = find(className)
      if (tool === undefined) return undefined
      const { env, hasHealth: _hasHealth, ...told } = describeTool(tool)
      return printJson(new Map([...Object.entries(told), ['missing', env]] as [string, never][]))
    },
    release: async () => undefined,
  }
}

const NOTHING = { sly: { set: {}, del: [], opaque: {} }, reads: [], abandoned: false, synchronous: false }

async function callTool(tool: ToolDefinition, call: HostCall): Promise<HostReply> {
  const context = testContext({
    callTool: async (name, args) => {
      const reply = await call.onUse?.(name, JSON.stringify(args))
      if (reply?.ok !== true) return { ok: false, error: reply?.message ?? 'nobody answers' }
      return { ok: true, text: reply.text, value: JSON.parse(reply.value ?? 'null') as unknown }
    },
  })
  try {
    const done = await runTool(tool, argumentsOf(call.args), context)
    if (!done.ok) return failed('returned-error', done.reason)
    const { text, value, ops } = done
    return { ...NOTHING, ok: true, text, value: printJson(value), update: printJson(contextOpsJson(ops)) }
  } catch (thrown) {
    const error = thrown instanceof NotRendered ? thrown.cause : thrown
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const reply = failed('raised', message)
    return thrown instanceof NotRendered ? unrendered(reply, thrown) : reply
  }
}

/** As hosts say it: the tool did its work, which nobody does again. */
function unrendered(reply: HostReply, { value }: NotRendered): HostReply {
  if (reply.ok) return reply
  return { ...reply, failure: { ...reply.failure, retryable: false }, value: printJson(value) }
}

/** Values of whole numbers lose their spelling, as in a tool of JavaScript. */
function argumentsOf(args: JsonText): Record<string, unknown> {
  const parsed = parseJson(args)
  return parsed.ok && isJsonObject(parsed.value) ? (JSON.parse(args) as Record<string, unknown>) : {}
}

function failed(code: string, message: string): HostReply {
  return { ...NOTHING, ok: false, failure: { code, message }, text: `Error: ${message}` }
}

function hookPort(hooks: NonNullable<AgentPlay['hooks']>): HookPort {
  return {
    async run({ hook, payload }) {
      const answer: unknown = await hooks[hook.run?.split('#').at(-1) ?? '']?.(JSON.parse(payload))
      return JSON.stringify(answer ?? null)
    },
  }
}
