// What a run would ask its model first, without asking: the run is played in a store that is thrown away, up to the moment in which
// its request would leave. So it is composed by the same code, to the byte.
import { err, type JsonText, ok, type Result } from '@slyglass/base'
import { type Failure, isOf, type RunEvent } from '@slyglass/run-log'
import type { CodePort } from './code-ports.ts'
import { createRuntime } from './create-runtime.ts'
import { MemoryRunStore } from './memory-run-store.ts'
import {
  type HookPort,
  ModelFailure,
  type ModelPort,
  type RunRequest,
  type RuntimePorts,
  type ToolHostPort,
} from './ports.ts'

/** The body as its record would hold it: what is private in it is masked. No tool is called; functions that only choose are. */
export async function previewRequest(ports: RuntimePorts, request: RunRequest): Promise<Result<JsonText, Failure>> {
  const store = new MemoryRunStore()
  const { surroundings: _surroundings, hooks, code, ...outside } = ports
  const runtime = createRuntime({
    ...outside,
    store,
    models: NOTHING_LEAVES,
    hosts: onlyTelling(ports.hosts),
    ...(hooks !== undefined && { hooks: onlyChoosing(hooks) }),
    ...(code !== undefined && { code: withoutFiles(code) }),
  })
  await runtime.start({ ...request, attended: false })
  await runtime.settled(request.run)
  const log = await store.read(request.run, -1, MOST_EVENTS)
  const asked = log.find((event) => isOf(event, 'attempt.started') && event.of === 'model')
  if (asked === undefined || !isOf(asked, 'attempt.started')) return err(failureOf(log))
  const parts = await Promise.all((asked.request?.parts ?? []).map((sha) => store.chunk(sha)))
  return ok(parts.join(''))
}

const MOST_EVENTS = 10_000

const NOTHING_LEAVES: ModelPort = {
  async send({ provider, body, beforeSend }) {
    await beforeSend({ url: provider.baseUrl, method: 'POST', headers: {}, body })
    throw new ModelFailure({ code: 'preview', message: 'This request was looked at and not sent.', retryable: false })
  },
}

function onlyTelling(hosts: ToolHostPort): ToolHostPort {
  return {
    ...(hosts.describe !== undefined && { describe: hosts.describe.bind(hosts) }),
    async call() {
      const failure = {
        code: 'host-missing',
        message: 'Middleware of this network decides what is asked, and runs with a message only.',
      }
      const none = { sly: { set: {}, del: [], opaque: {} }, reads: [], abandoned: false, synchronous: false }
      return { ...none, ok: false, failure, text: failure.message }
    },
    release: (run) => hosts.release(run),
  }
}

/** The model reads where its declarations are; nothing is written there. */
function withoutFiles(code: CodePort): CodePort {
  return {
    run: (cell) => code.run(cell),
    languages: (sources) => code.languages(sources),
    place: async () => undefined,
  }
}

const CHOOSING: ReadonlySet<string> = new Set(['prepare_tools', 'code_mode.tools'])

function onlyChoosing(hooks: HookPort): HookPort {
  return { run: async (call) => (CHOOSING.has(call.hook.name) ? hooks.run(call) : 'null') }
}

function failureOf(log: readonly RunEvent[]): Failure {
  const end = log.find((event) => isOf(event, 'run.finished'))
  const failure = end !== undefined && isOf(end, 'run.finished') ? end.failure : undefined
  return failure ?? { code: 'no-request', message: 'This message would ask no model.' }
}
