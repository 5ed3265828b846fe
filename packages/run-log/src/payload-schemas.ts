// What the payload of each known event must hold. Fields that a newer build added are kept, not refused.
import { z } from 'zod'
import type { EventType } from './events.ts'

const text = z.string()
const count = z.number()
const list = z.array
const sha = z.string().length(64)
const outcome = z.enum(['ok', 'failed', 'cancelled', 'denied'])
const failure = z
  .looseObject({
    code: text,
    message: text,
    detail: text.optional(),
    retryable: z.boolean().optional(),
    category: text.optional(),
  })
  .optional()
const slyRef = z.looseObject({ key: text, fingerprint: text, bytes: count })
const chunkRef = z.looseObject({ sha, bytes: count })
const usage = z.looseObject({ promptTokens: count, completionTokens: count, cost: count.optional() }).optional()
const calls = list(z.looseObject({ id: text, tool: text, args: text, itemId: text.optional() }))
const writer = text.nullable()
const classes = z.looseObject({ strong: count, weak: count, public: count, unsearchable: count })
const scan = z.looseObject({
  values: count,
  classes,
  keys: list(z.looseObject({ key: text, strength: text })),
  hits: list(z.looseObject({ key: text, form: text, offset: count, strength: text })),
  passes: list(text),
})
const request = z.looseObject({ url: text, bytes: count, parts: list(sha), scan }).optional()
const batch = z.looseObject({
  id: text,
  size: count,
  mode: z.enum(['sequential', 'parallel']),
  ceilingMs: count,
  ruled: z.boolean().optional(),
})
const media = z.looseObject({
  kind: z.enum(['image', 'audio', 'video']),
  mimeType: text,
  sha,
  bytes: count,
  name: text.optional(),
})
const answer = z
  .union([
    z.looseObject({
      of: z.literal('model'),
      text,
      calls,
      finishReason: text,
      usage,
      reasoning: text.optional(),
      raw: text.optional(),
    }),
    z.looseObject({
      of: z.literal('tool'),
      text,
      value: text.optional(),
      told: text.optional(),
      update: text.optional(),
      media: list(media).optional(),
    }),
    z.looseObject({ of: z.literal('middleware'), value: text }),
  ])
  .optional()
const limit = z.enum([
  'steps',
  'seconds',
  'attempts',
  'output',
  'iterations',
  'rate',
  'ceiling',
  'tool_calls',
  'same_call_repeats',
  'max_turns',
  'max_budget_tokens',
])
const ended = { outcome, failure }
const tape = z.looseObject({ kind: z.enum(['anchor', 'reset']), name: text, state: text.optional() }).optional()

const SCHEMAS = {
  'run.started': z.looseObject({
    session: text,
    network: text,
    file: text,
    source: text,
    message: text,
    history: list(chunkRef),
    sly: list(slyRef),
    documents: list(chunkRef.extend({ path: text })),
    env: z.record(text, text),
    model: z.looseObject({ label: text, baseUrl: text, offline: z.boolean() }),
    streaming: z.boolean(),
    engine: text,
    deps: text.optional(),
    used: z.looseObject({ turns: count, inputTokens: count, outputTokens: count }).optional(),
    call: z.looseObject({ tool: text, args: text, agent: text.optional(), times: count.optional() }).optional(),
    tape,
    command: z.looseObject({ prefix: text }).optional(),
  }),
  'run.finished': z.looseObject({ ...ended, answer: text }),
  'agent.started': z.looseObject({ agent: text, role: z.enum(['front-man', 'agent']), instance: count, input: text }),
  'agent.finished': z.looseObject({ ...ended, answer: text, changes: text.optional() }),
  'model.started': z.looseObject({ agent: text, turn: count, model: text, offered: list(text).optional() }),
  'model.finished': z.looseObject({
    ...ended,
    text,
    calls,
    usage,
    attempts: count,
    answeredBy: z.looseObject({ providerClass: text, model: text }).optional(),
  }),
  'tool.started': z.looseObject({
    agent: text,
    tool: text,
    kind: text,
    callId: text,
    args: text,
    batch,
    instance: count,
    runtimeName: text.optional(),
    calledAs: text.optional(),
    reference: text.optional(),
    origin: list(z.looseObject({ tool: text, instance: count })).optional(),
    userId: text.optional(),
  }),
  'tool.finished': z.looseObject({ ...ended, result: text.optional(), text, attempts: count }),
  'attempt.started': z.looseObject({
    of: z.enum(['model', 'tool', 'middleware']),
    number: count,
    digest: sha,
    middleware: z.looseObject({ hook: text, class: text, instance: count }).optional(),
    request,
    api: z.literal('responses').optional(),
    strictRoles: z.literal(true).optional(),
    args: text.optional(),
    language: text.optional(),
    source: z.looseObject({ file: text, class: text, sha }).optional(),
    sly: list(slyRef).optional(),
    isolation: text.optional(),
    offline: z.literal(true).optional(),
    peerRun: text.optional(),
  }),
  'attempt.delta': z.looseObject({
    kind: z.enum(['text', 'output', 'progress']),
    text,
    stream: z.enum(['stdout', 'stderr']).optional(),
    structure: text.optional(),
  }),
  'attempt.finished': z.looseObject({
    ...ended,
    answer,
    reads: list(text).optional(),
    abandoned: z.boolean().optional(),
    synchronous: z.boolean().optional(),
    replayed: z.boolean().optional(),
    mocked: z.boolean().optional(),
    cached: z.looseObject({ ageMs: count }).optional(),
  }),
  'command.started': z.looseObject({ text, prefix: text.optional(), name: text.optional() }),
  'command.finished': z.looseObject({ ...ended, text }),
  'hook.finished': z.looseObject({
    hook: text,
    stage: z.enum(['pre', 'post']),
    decision: z.enum(['allow', 'deny', 'modify', 'replace']),
    reason: text.optional(),
    event: text.optional(),
    changes: text.optional(),
  }),
  'approval.requested': z.looseObject({
    ...{ tool: text, args: text, argsSha: sha, timeoutMs: count.optional() },
    lostCode: z.enum(['rerun', 'fail']).optional(),
  }),
  'approval.answered': z.looseObject({
    decision: z.enum(['approved', 'rejected', 'edited', 'expired']),
    args: text.optional(),
    reason: text.optional(),
  }),
  'sly.changed': z.looseObject({
    set: list(slyRef.extend({ by: writer })),
    removed: list(z.looseObject({ key: text, by: writer })),
    conflicts: list(z.looseObject({ path: text })),
  }),
  'sly.crossed': z.looseObject({
    boundary: z.enum(['to-downstream', 'from-downstream', 'to-upstream']),
    peer: text,
    passed: list(z.looseObject({ key: text, as: text })),
    withheld: list(text),
    rule: text.optional(),
  }),
  'sly.leaked': z.looseObject({ key: text, form: text, where: text, count }),
  'context.changed': z.looseObject({ changes: text }),
  'limit.reached': z.looseObject({ limit, value: count }),
  'note.noted': z.looseObject({
    level: z.enum(['debug', 'info', 'warning', 'error']),
    text,
    source: text.optional(),
    tape,
  }),
} satisfies Record<EventType, z.ZodType>

/** Schemas by event name; undefined for a name that this build does not know. */
export const PAYLOADS: Readonly<Record<string, z.ZodType | undefined>> = SCHEMAS
