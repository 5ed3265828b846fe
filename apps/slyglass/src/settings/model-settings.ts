import { err, ok, type Result } from '@slyglass/base'
import { OFFLINE_LABEL, testConnection } from '@slyglass/models'
import type { ModelSettings, ModelStatus, ModelTestReply } from '@slyglass/protocol'
import type { ModelProvider } from '@slyglass/runtime'
import type { Refusal } from '../refusal.ts'
import type { OfflineScriptFile } from '../runs/script-file.ts'
import { type Environment, trustedDotEnv } from '../workspace/project-env.ts'
import type { Project } from '../workspace/projects.ts'
import type { Trust } from '../workspace/trust.ts'
import {
  BASE_URL_NAMES,
  type EnteredModel,
  findBaseUrlFault,
  KEY_NAME,
  otherKeys,
  type ResolvedModel,
  resolveModel,
  shownBaseUrl,
} from './resolve-model.ts'

/** The model that runs use. Keys stay in here and go out only through `credential`. */
export interface ModelChoice {
  status(project: Project | undefined): Promise<ModelStatus>
  save(settings: ModelSettings): Result<undefined, Refusal>
  test(settings: ModelSettings, project: Project | undefined): Promise<Result<ModelTestReply, Refusal>>
  /** The provider of a run; `networkModel` is what the network asks for, `script` reads that of the offline model. */
  provider(
    project: Project,
    networkModel: string | undefined,
    script: () => Promise<OfflineScriptFile | undefined>,
  ): Promise<ModelProvider>
  /** The key of a provider; with `variable` the key of another one, kept under that name. */
  credential(provider: ModelProvider, variable?: string): string | undefined
  /** Every key in use, for the redactor. */
  secrets(): readonly string[]
}

interface ModelChoiceOptions {
  readonly shell: Environment
  readonly trust: Trust
}

const TEST_MS = 30_000

export function createModelChoice({ shell, trust }: ModelChoiceOptions): ModelChoice {
  let entered: EnteredModel = {}
  const keys = new WeakMap<ModelProvider['ref'], string>()
  const others = new WeakMap<ModelProvider['ref'], ReadonlyMap<string, string>>()
  const used = new Set<string>()
  const dotEnvOf = async (project: Project | undefined): Promise<Environment> =>
    project === undefined ? {} : trustedDotEnv(trust, project.root)
  const resolveWith = (dotEnv: Environment, from: EnteredModel = entered) => {
    const model = resolveModel(from, shell, dotEnv)
    if (model.apiKey !== undefined) used.add(model.apiKey)
    return model
  }
  const resolve = async (project: Project | undefined, from: EnteredModel = entered) =>
    resolveWith(await dotEnvOf(project), from)
  const credential = (provider: ModelProvider, variable?: string) =>
    variable === undefined ? keys.get(provider.ref) : others.get(provider.ref)?.get(variable)
  const providerOf = (model: Awaited<ReturnType<typeof resolve>>, label: string): ModelProvider => {
    const ref = { label, baseUrl: shownBaseUrl(model.baseUrl), offline: model.offline }
    if (model.apiKey !== undefined) keys.set(ref, model.apiKey)
    return { ref, baseUrl: model.baseUrl, ...waysOf(model) }
  }

  return {
    credential,
    secrets: () => [...used, shell[KEY_NAME] ?? '', entered.apiKey ?? ''].filter((key) => key !== ''),
    async status(project) {
      const model = await resolve(project)
      return {
        label: model.offline ? OFFLINE_LABEL : (model.modelName ?? 'the model that each network names'),
        offline: model.offline,
        baseUrl: model.offline ? null : shownBaseUrl(model.baseUrl),
        modelName: model.modelName ?? null,
        api: model.api ?? 'auto',
        reasoningTags: model.reasoningTags ?? 'keep',
        strictRoles: model.strictRoles ?? false,
        key: model.keyFrom,
        variables: [KEY_NAME, ...BASE_URL_NAMES].map((name) => ({ name, set: (shell[name] ?? '') !== '' })),
      }
    },
    save(settings) {
      const next = enter(entered, settings)
      if (next.ok) entered = next.value
      return next.ok ? ok(undefined) : next
    },
    async test(settings, project) {
      const next = enter(entered, settings)
      if (!next.ok) return next
      const model = await resolve(project, next.value)
      if (model.offline) return ok({ ok: true, message: `The ${OFFLINE_LABEL} is built in and always there.` })
      const signal = AbortSignal.timeout(TEST_MS)
      const report = await testConnection(providerOf(model, ''), { credential }, signal).catch((cause: unknown) => {
        if (signal.aborted) return err({ message: `No answer within ${TEST_MS / 1000} seconds.` })
        throw cause
      })
      return ok({ ok: report.ok, message: report.ok ? report.value.message : report.error.message })
    },
    async provider(project, networkModel, readScript) {
      const dotEnv = await dotEnvOf(project)
      const model = resolveWith(dotEnv)
      const named = providerOf(model, model.offline ? OFFLINE_LABEL : (model.modelName ?? networkModel ?? 'model'))
      const further = otherKeys(shell, dotEnv)
      for (const key of further.values()) used.add(key)
      others.set(named.ref, further)
      const provider: ModelProvider = { ...named, keys: [...further.keys()] }
      const script = model.offline ? await readScript() : undefined
      return { ...provider, ...script }
    },
  }
}

/** What of a person's choices goes with every request of a run. */
function waysOf({ modelName, api, reasoningTags, strictRoles }: ResolvedModel): Partial<ModelProvider> {
  return {
    ...(modelName === undefined ? {} : { modelName }),
    ...(api === undefined ? {} : { api }),
    ...(reasoningTags === undefined ? {} : { reasoningTags }),
    ...(strictRoles === undefined ? {} : { strictRoles }),
  }
}

/** What is in force after a change: null forgets, an absent key leaves the present one. */
function enter(present: EnteredModel, settings: ModelSettings): Result<EnteredModel, Refusal> {
  const baseUrl = clean(settings.baseUrl)
  const fault = baseUrl === undefined ? undefined : findBaseUrlFault(baseUrl)
  if (fault !== undefined)
    return err({ status: 400, code: 'base-url', message: `The base URL cannot be used. ${fault}` })
  const modelName = clean(settings.modelName)
  const apiKey = settings.apiKey === undefined ? present.apiKey : clean(settings.apiKey)
  const api = settings.api ?? present.api
  const reasoningTags = settings.reasoningTags ?? present.reasoningTags
  const strictRoles = settings.strictRoles ?? present.strictRoles
  return ok({
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(modelName === undefined ? {} : { modelName }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(api === undefined ? {} : { api }),
    ...(reasoningTags === undefined ? {} : { reasoningTags }),
    ...(strictRoles === undefined ? {} : { strictRoles }),
  })
}

function clean(text: string | null): string | undefined {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : trimmed
}
