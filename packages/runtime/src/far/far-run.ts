// One run that a network of another server answers: asked as a client asks, recorded as it is told, stopped by leaving.
import { isJsonObject, type JsonText, printJson } from '@slyglass/base'
import { type Draft, type Failure, FRONT_MAN_SPAN, type Outcome, RUN_SPAN } from '@slyglass/run-log'
import type { SlyVault } from '@slyglass/sly'
import { closeBelow } from '../close-spans.ts'
import { defect } from '../defect.ts'
import { obeyInbox } from '../inbox.ts'
import { Journal } from '../journal.ts'
import { FarFailure } from '../outside-failures.ts'
import type { RuntimePorts } from '../ports.ts'
import { Sealer } from '../sealer.ts'
import { slySearches } from '../sly-searches.ts'
import { ENGINE } from '../start-record.ts'
import { Cancelled, Detached } from '../stops.ts'
import { readFarLine } from './far-message.ts'
import type { FarRunRequest } from './far-ports.ts'
import { FarTeller } from './far-teller.ts'

interface FarContext {
  readonly ports: RuntimePorts
  readonly request: FarRunRequest
  readonly journal: Journal
  readonly vault: SlyVault
}

/** Resolves when `run.started` is committed, with what is left to do. */
export async function beginFarRun(ports: RuntimePorts, request: FarRunRequest): Promise<() => Promise<void>> {
  const { run, session } = request
  const vault = await ports.vault(session)
  const stop = new AbortController()
  const sealer = new Sealer(vault, session, run)
  const parts = { store: ports.store, clock: ports.clock, search: slySearches(vault, ''), sealer }
  const journal = new Journal({ ...parts, onClosed: (cause) => stop.abort(cause) }, run, await ports.store.own(run))
  const context = { ports, request, journal, vault }
  await journal.commit([started(context)])
  return () => followChat(context, stop)
}

const ENDED = new Error('the run has ended')

async function followChat(context: FarContext, stop: AbortController): Promise<void> {
  const { ports, journal } = context
  const inbox = obeyInbox(ports.store, journal, stop).catch(() => undefined)
  try {
    await holdChat(context, stop.signal)
  } finally {
    stop.abort(ENDED)
    await inbox
  }
}

async function holdChat(context: FarContext, signal: AbortSignal): Promise<void> {
  const { request, journal } = context
  const teller = new FarTeller({ ...request, digests: context.ports.digests })
  try {
    const body = requestBody(context)
    await journal.commit(opening(context))
    for await (const line of request.chat(body, signal)) {
      const message = readFarLine(line)
      if (message === undefined) continue
      const drafts = teller.tell(message)
      // What comes back is private from the moment it is read, so it is known before anything is written.
      if (message.sly.size > 0) context.vault.foresee(message.sly)
      if (drafts.length > 0) await journal.commit(drafts)
    }
    signal.throwIfAborted()
    await finish(context, teller)
  } catch (error) {
    await finishEarly(context, error)
  }
}

async function finish(context: FarContext, teller: FarTeller): Promise<void> {
  const { journal, request } = context
  const { answer } = teller
  if (answer === undefined)
    throw new FarFailure({
      code: 'stream-cut',
      message: `${request.address} ended its stream without an answer. What it said until then is kept.`,
    })
  if (answer.context !== undefined) request.keepContext(answer.context)
  const text = withStructure(answer.text, answer.structure)
  await journal.commit([
    ...teller.closeCalls(),
    ...comeBack(context, answer.sly),
    { type: 'agent.finished', span: FRONT_MAN_SPAN, parent: RUN_SPAN, outcome: 'ok', answer: text },
    ...teller.tokenNote(),
    runEnd('ok', text),
  ])
}

async function finishEarly({ journal, request }: FarContext, error: unknown): Promise<void> {
  if (error instanceof Detached) throw error
  if (error instanceof Cancelled) {
    const text = `The connection to ${request.address} was closed. Whether its server stops at once is its own business.`
    await journal.commit([...closeBelow(journal, RUN_SPAN), told('info', text), runEnd('cancelled', '')])
    return
  }
  const failure = error instanceof FarFailure ? error.failure : defect(error)
  const open = journal.openSpan(FRONT_MAN_SPAN) !== undefined
  const front = { type: 'agent.finished', span: FRONT_MAN_SPAN, parent: RUN_SPAN } as const
  await journal.commit([
    ...closeBelow(journal, FRONT_MAN_SPAN),
    ...(open ? [{ ...front, outcome: 'failed' as const, answer: '', failure }] : []),
    runEnd('failed', '', failure),
  ])
}

function runEnd(outcome: Outcome, answer: string, failure?: Failure): Draft {
  return {
    ...{ type: 'run.finished', span: RUN_SPAN, parent: null, outcome, answer },
    ...(failure !== undefined && { failure }),
  }
}

function told(level: 'info' | 'warning', text: string): Draft {
  return { type: 'note.noted', span: RUN_SPAN, parent: null, level, text }
}

function started({ request, vault }: FarContext): Draft {
  const { session, network, address, message } = request
  return {
    type: 'run.started',
    span: RUN_SPAN,
    parent: null,
    ...{ session, network, message },
    file: `${address}/api/v1/${network}`,
    source: 'chat',
    history: [],
    sly: vault.refs(),
    documents: [],
    env: {},
    model: { label: 'model not told', baseUrl: address, offline: false },
    streaming: true,
    engine: ENGINE,
  }
}

/** Everything private that the session holds goes along: the person put it there for this network. */
function opening({ request, vault }: FarContext): readonly Draft[] {
  const keys = [...vault.values().keys()]
  const crossed: Draft = {
    ...{ type: 'sly.crossed', span: FRONT_MAN_SPAN, parent: RUN_SPAN, boundary: 'to-downstream' },
    peer: request.address,
    passed: keys.map((key) => ({ key, as: key })),
    withheld: [],
    rule: 'everything of the session',
  }
  return [
    ...(request.warning === undefined ? [] : [told('warning', request.warning)]),
    {
      ...{ type: 'agent.started', span: FRONT_MAN_SPAN, parent: RUN_SPAN, agent: request.frontMan },
      ...{ role: 'front-man', instance: 1, input: request.message },
    },
    ...(keys.length === 0 ? [] : [crossed]),
  ]
}

/** What came back lies on the session's board, where the person can look at it. */
function comeBack({ request, vault }: FarContext, sly: ReadonlyMap<string, JsonText>): readonly Draft[] {
  if (sly.size === 0) return []
  const fault = vault.sizeFault(sly)
  if (fault !== undefined) return [told('warning', `What came back from ${request.address} is not kept: ${fault}.`)]
  const { set, removed, conflicts } = vault.update(sly)
  const place = { span: FRONT_MAN_SPAN, parent: RUN_SPAN }
  const by = { by: FRONT_MAN_SPAN }
  const passed = [...sly.keys()].map((key) => ({ key, as: key }))
  const changed: Draft = {
    ...{ type: 'sly.changed', ...place, conflicts },
    set: set.map((ref) => ({ ...ref, ...by })),
    removed: removed.map((key) => ({ key, ...by })),
  }
  return [
    {
      type: 'sly.crossed',
      ...place,
      boundary: 'from-downstream',
      peer: request.address,
      passed,
      withheld: [],
      rule: 'what its rules let out',
    },
    ...(set.length + removed.length > 0 ? [changed] : []),
  ]
}

/** MAXIMAL: everything that the server is ready to tell. Private values keep their digits. */
function requestBody({ request, vault }: FarContext): JsonText {
  const sly = [...vault.values()].map(([key, text]) => `${JSON.stringify(key)}:${text}`)
  const parts = [
    `"user_message":{"type":"HUMAN","text":${JSON.stringify(request.message)}}`,
    ...(sly.length === 0 ? [] : [`"sly_data":{${sly.join(',')}}`]),
    ...(request.context === undefined ? [] : [`"chat_context":${request.context}`]),
    '"chat_filter":{"chat_filter_type":"MAXIMAL"}',
  ]
  return `{${parts.join(',')}}`
}

function withStructure(text: string, structure: Parameters<typeof printJson>[0] | undefined): string {
  if (structure === undefined || !isJsonObject(structure)) return text
  return `${text}\n\`\`\`json\n${printJson(structure, 'indented')}\n\`\`\``.trimStart()
}
