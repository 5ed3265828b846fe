// Which environment a session gets: what it says itself, else a function of the network, else the network's file.
import { isJsonObject, type Json, jsonAt, parseJson, printJson } from '@slyglass/base'
import { functionHook } from '@slyglass/network'
import type { HookPort, HostCall } from '@slyglass/runtime'
import { z } from 'zod'
import { environmentOf, type ToolEnvironment } from '../sandbox/levels.ts'

/** Who asks for an environment. */
export type EnvironmentAsk = Pick<HostCall, 'run' | 'session' | 'span' | 'sources' | 'context' | 'signal'>

/** What was chosen. `files` are beside those of the workspace; memory has them from the beginning. */
export interface EnvironmentChoice {
  readonly kind: 'local' | 'sandboxed' | 'memory'
  /** From the project's folder. */
  readonly workspace: string
  readonly files: Readonly<Record<string, string>>
}

const answer = z
  .object({
    kind: z.enum(['local', 'sandboxed', 'memory']).optional(),
    workspace: z.string().min(1).optional(),
    files: z.record(z.string(), z.string()).optional(),
  })
  .strict()

/** Rejects with an Error in words when the function cannot be asked or answers something else. */
export async function chooseEnvironment(ask: EnvironmentAsk, hooks: HookPort): Promise<EnvironmentChoice> {
  const rules = environmentOf(ask.sources)
  const deps = depsOf(ask)
  const asked = sessionWish(deps)
  const told = rules.from === undefined ? {} : await askFunction(ask, rules.from, hooks)
  const root = jsonAt(deps, 'workspace_root')
  return {
    kind: strictest(rules, told.kind, asked.kind),
    workspace:
      (typeof root === 'string' && root !== '' ? root : undefined) ??
      asked.workspace ??
      told.workspace ??
      rules.workspace,
    files: told.files ?? {},
  }
}

/** Nothing that a session or function says gives more rights than the file: only a file without a word leaves it to them. */
function strictest(
  { kind: written }: ToolEnvironment,
  ...wishes: readonly (EnvironmentChoice['kind'] | undefined)[]
): EnvironmentChoice['kind'] {
  const kinds = [written, ...wishes]
  if (kinds.includes('memory')) return 'memory'
  return kinds.includes('sandboxed') ? 'sandboxed' : 'local'
}

/** `deps.environment` of a session: a kind, or a kind and a workspace. */
function sessionWish(deps: Json | undefined): z.infer<typeof answer> {
  const wish = jsonAt(deps, 'environment')
  if (typeof wish === 'string') return answer.safeParse({ kind: wish }).data ?? {}
  return isJsonObject(wish) ? (answer.safeParse(JSON.parse(printJson(wish))).data ?? {}) : {}
}

function depsOf({ context = '{}' }: EnvironmentAsk): Json | undefined {
  const read = parseJson(context)
  return read.ok ? jsonAt(read.value, 'deps') : undefined
}

async function askFunction(ask: EnvironmentAsk, from: string, hooks: HookPort): Promise<z.infer<typeof answer>> {
  const { run, span, sources, signal, context = '{}', session } = ask
  const hook = functionHook('session_start', from, from)
  const payload = printJson(
    new Map<string, Json>([
      ['event', 'provide_environment'],
      ['network', sources.network],
      ['session', session ?? null],
      ['state', stateOf(context)],
    ]),
  )
  const within = AbortSignal.any([signal, AbortSignal.timeout(hook.timeoutMs)])
  const said = await hooks.run({ run, span, sources, payload, hook, signal: within })
  const read = answer.safeParse(JSON.parse(said) ?? {})
  if (read.success) return read.data
  throw new Error(
    `${from} answered ${said.slice(0, 200)}; it answers an object with kind (local, sandboxed or memory), workspace and files, each optional.`,
  )
}

function stateOf(context: string): Json {
  const read = parseJson(context)
  return read.ok ? read.value : new Map()
}
