// The instances of an agent's middleware, made in the order of the list before the agent begins.
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  parseJson,
  printJson,
  toJson,
} from '@slyglass/base'
import { attemptSpan, type Draft, hookSpan } from '@slyglass/run-log'
import type { Message } from '../conversation.ts'
import { alike, bothForms, type Forms } from '../forms.ts'
import { shortName } from '../instances.ts'
import type { CallableTool } from '../plan-tools.ts'
import type { AgentEnd } from '../run-agent.ts'
import { type AgentCall, originName, type RunContext } from '../run-context.ts'
import type { Middleware } from './middleware.ts'
import { type Made, runStep } from './run-step.ts'
import { tellMessages } from './talk.ts'

export type Created =
  | { readonly ok: true; readonly all: readonly Middleware[] }
  | { readonly ok: false; readonly end: AgentEnd }

/** Makes all of them, or says with which words the agent answers instead of working. */
export async function createMiddleware(
  context: RunContext,
  call: AgentCall,
  history: readonly Forms<Message>[],
): Promise<Created> {
  const listed = call.entry.json.get('middleware')
  const all: Middleware[] = []
  for (const [index, item] of (isJsonList(listed) ? listed : []).entries()) {
    const place = `AgentMiddleware at index ${index} of ${originName(call.origin)}`
    if (!isJsonObject(item)) return invalid(`${place} is no object. Write it as { class = "module.Class" }.`)
    const className = item.get('class')
    if (typeof className !== 'string' || className === '') {
      await context.journal.commit([skipped(call, place)])
      continue
    }
    const made = describe(context, call, { index: index + 1, className, item, history })
    const one = await create(context, call, made)
    if ('outcome' in one) return { ok: false, end: one }
    const twin = all.find(({ name }) => name === one.name)
    if (twin !== undefined)
      return invalid(
        `${call.entry.name} lists the middleware ${one.name} twice (${twin.className}). Take one of them out.`,
      )
    all.push(one)
  }
  return { ok: true, all }
}

/** The original never answers such a request, so clients are told an error and no answer. */
function invalid(message: string): Created {
  const failure = { code: 'middleware-invalid', message }
  return { ok: false, end: { outcome: 'failed', text: alike(message), failure } }
}

function skipped({ span, parent }: AgentCall, place: string): Draft {
  const text = `${place} has no "class", so it is passed over. Write its class as module.Class.`
  return { type: 'note.noted', span, parent, level: 'warning', text, source: 'middleware' }
}

interface Described {
  readonly index: number
  readonly className: string
  readonly item: JsonObject
  readonly history: readonly Forms<Message>[]
}

function describe(context: RunContext, call: AgentCall, { index, className, item, history }: Described): Made {
  const args = item.get('args')
  const reserves = jsonAt(item, 'allow', 'reservations') === true ? [['reservations', true] as const] : []
  const short = shortName(className)
  const span = attemptSpan(hookSpan(call.span, `${index}.create`), 1)
  const known = context.journal.find(span, 'attempt.started')?.middleware?.instance
  const instance = known ?? context.instances.next(short)
  const origin = [...call.origin, { tool: short, instantiation_index: instance }]
  const told = bothForms(tellMessages(history), (chatHistory) =>
    printJson(
      new Map<string, Json>([
        ['index', toJson(index - 1)],
        ['agent', originName(call.origin)],
        ['args', isJsonObject(args) ? args : new Map()],
        ['chatHistory', chatHistory],
        ...reserves,
      ]),
    ),
  )
  return { index, className, instance, origin, make: told }
}

async function create(context: RunContext, agent: AgentCall, made: Made): Promise<Middleware | AgentEnd> {
  const span = hookSpan(agent.span, `${made.index}.create`)
  const end = await runStep(context, agent, made, { hook: 'create', span, parent: agent.span, told: {} })
  if (!end.ok) return { outcome: 'failed', text: end.said, failure: { ...end.failure, code: 'middleware-setup' } }
  const answer = end.answer.truth
  const name = jsonAt(answer, 'name')
  return {
    ...made,
    name: typeof name === 'string' ? name : shortName(made.className),
    hooks: new Set(texts(jsonAt(answer, 'hooks'))),
    jumps: new Map(entries(jsonAt(answer, 'jumps')).map(([hook, targets]) => [hook, texts(targets)])),
    tools: list(jsonAt(answer, 'tools')).map((tool) => ownTool(agent, made, tool)),
  }
}

function ownTool(agent: AgentCall, made: Made, tool: Json): CallableTool {
  const [name, description, schema] = ['name', 'description', 'parametersJson'].map((key) =>
    String(jsonAt(tool, key) ?? ''),
  )
  const parsed = parseJson(schema ?? '')
  const none: JsonObject = new Map<string, Json>([
    ['type', 'object'],
    ['properties', new Map()],
  ])
  return {
    kind: 'coded-tool',
    name: name ?? '',
    description: description ?? '',
    parameters: [],
    schema: parsed.ok && isJsonObject(parsed.value) ? parsed.value : none,
    entry: { ...agent.entry, name: name ?? '', className: made.className },
    middleware: made,
  }
}

function list(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : []
}

function entries(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? [...value] : []
}

function texts(value: Json | undefined): readonly string[] {
  return list(value).filter((one): one is string => typeof one === 'string')
}
