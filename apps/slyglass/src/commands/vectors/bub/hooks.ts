// Hooks before and after a call. The one that was registered last runs first: here it has the lower priority.
import { jsonAt, parseJson, printJson } from '@slyglass/base'
import { isOf } from '@slyglass/run-log'
import { type AreaRunner, byId } from './area-runner.ts'
import type { BubVector } from './bub-vector.ts'
import { differs, firstOf } from './expect-value.ts'
import { type AgentPlay, type AgentPlayed, playAgent } from './play-agent.ts'
import { mathAdd, raise } from './small-tools.ts'

interface Around {
  readonly before?: (args: Readonly<Record<string, unknown>>) => unknown
  readonly after?: () => unknown
}

interface Hooked extends AgentPlayed {
  /** Which hooks ran, such as `B.before`. */
  readonly order: readonly string[]
  readonly handlerRan: boolean
  readonly rendererRan: boolean
}

async function playHooks(vector: BubVector, a: Around, b: Around, more: object = {}): Promise<Hooked> {
  const order: string[] = []
  const ran = { handler: false, renderer: false }
  const hooks: Record<string, NonNullable<AgentPlay['hooks']>[string]> = {}
  for (const [name, around] of [
    ['A', a],
    ['B', b],
  ] as const) {
    hooks[`${name}before`] = (payload) => {
      order.push(`${name}.before`)
      return around.before?.(payload.arguments as Readonly<Record<string, unknown>>)
    }
    hooks[`${name}after`] = () => {
      order.push(`${name}.after`)
      return around.after?.()
    }
  }
  const rule = (name: string, priority: number) => [
    { event: 'pre_tool_use', run: `h.ts#${name}before`, priority, ...more },
    { event: 'post_tool_use', run: `h.ts#${name}after`, priority, ...more },
  ]
  const tool = mathAdd({
    renderer: (result) => {
      ran.renderer = true
      return String(result)
    },
  })
  const watched = {
    ...tool,
    execute: (args: Record<string, unknown>, ctx: Parameters<typeof tool.execute>[1]) => {
      ran.handler = true
      return tool.execute(args, ctx)
    },
  }
  const given = jsonAt(vector.input, 'call')
  const call = ['math_add', JSON.parse(given === undefined ? '{}' : printJson(given)) as object] as const
  const played = await playAgent({
    tools: [watched],
    hooks,
    studio: { hooks: [...rule('A', 2), ...rule('B', 1)] },
    turns: [[call]],
  })
  return { ...played, order, handlerRan: ran.handler, rendererRan: ran.renderer }
}

function failureOf({ log }: AgentPlayed) {
  const end = log.find((event) => isOf(event, 'tool.finished'))
  return end !== undefined && isOf(end, 'tool.finished') ? end.failure : undefined
}

function jsonOf(text: string | undefined) {
  const parsed = parseJson(text ?? '')
  return parsed.ok ? parsed.value : (text ?? null)
}

export const checkHooks: AreaRunner = byId({
  // After hooks hear of calls that were denied only where they ask for it.
  async 'bub-027'(vector) {
    const deny = { before: () => ({ decision: 'deny', reason: 'no' }) }
    const silent = await playHooks(vector, {}, deny)
    const heard = await playHooks(vector, {}, deny, { observe_denied: true })
    return firstOf(
      differs('result', vector.expected.get('result'), jsonOf(silent.told[0])),
      differs('order with observe_denied', vector.expected.get('order'), heard.order),
      differs('order', ['B.before'], silent.order),
    )
  },
  async 'bub-029'(vector) {
    const replaced = await playHooks(vector, {}, { before: () => ({ decision: 'replace', result: { x: 1 } }) })
    return firstOf(
      differs('result', vector.expected.get('result'), jsonOf(replaced.told[0])),
      differs('handler', vector.expected.get('handler_ran'), replaced.handlerRan),
      differs('renderer', vector.expected.get('renderer_ran'), replaced.rendererRan),
    )
  },
  async 'bub-030'(vector) {
    let seen: unknown
    const proceed = (args: object) => ({ decision: 'modify', changes: { arguments: args } })
    const a = {
      before: (args: unknown) => {
        seen = args
        return proceed({ a: 101, b: 1 })
      },
    }
    const chained = await playHooks(vector, a, { before: () => proceed({ a: 100, b: 1 }) })
    return firstOf(
      differs('what A sees', vector.expected.get('A_sees'), seen),
      differs('result', vector.expected.get('result'), chained.told[0]),
    )
  },
  // A hook that may deny can be told to fail closed.
  async 'bub-031'(vector) {
    const broken = { before: () => raise('RuntimeError', 'broken') }
    const open = await playHooks(vector, {}, broken)
    const closed = await playHooks(vector, {}, broken, { fail_closed: true })
    return firstOf(
      differs('result', vector.expected.get('result'), open.told[0]),
      differs('failure with fail_closed', 'hook-denied', failureOf(closed)?.code),
    )
  },
  async 'bub-033'(vector) {
    const b = {
      before: () => ({ decision: 'deny', reason: 'secret reason' }),
      after: () => ({ decision: 'modify', changes: { result: 'softened' } }),
    }
    const softened = await playHooks(vector, {}, b, { observe_denied: true })
    const failure = failureOf(softened)
    return firstOf(
      differs('model reads', vector.expected.get('model_reads'), softened.told[0]),
      differs('failure', 'hook-denied', failure?.code),
      failure?.message.includes(String(jsonAt(vector.expected, 'error_still', 'message'))) === true
        ? undefined
        : 'the failure does not hold the reason any more',
    )
  },
})
