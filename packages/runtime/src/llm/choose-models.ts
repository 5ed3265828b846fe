// Which models an agent may ask, in order: its llm_config, or each of its `fallbacks`. A model that cannot be asked is left
// out with a reason; without any the agent answers with those reasons and nothing is sent.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt, parseJson } from '@slyglass/base'
import { overlay } from '@slyglass/network'
import type { Failure } from '@slyglass/run-log'
import type { ModelProvider, RunRequest } from '../ports.ts'
import { DEFAULT_MODEL, type ModelFacts, type ModelInfo } from './model-info.ts'
import { type ModelApi, type ModelSettings, modelSettings } from './model-settings.ts'
import { dottedClass, type Endpoint, endpointOf, isOpenAi, keyArgument } from './provider-classes.ts'

export interface ModelChoice extends Endpoint {
  readonly providerClass: string
  readonly settings: ModelSettings
  /** What is asked first; `responses` gives way to `chat` where the endpoint has none and `mayGiveWay`. */
  readonly api: ModelApi
  readonly mayGiveWay: boolean
  /** The model's own name, where it is asked by that of a deployment. */
  readonly behind?: string
  readonly prices?: ModelFacts['prices']
}

export type ModelsChosen =
  | { readonly ok: true; readonly choices: readonly [ModelChoice, ...ModelChoice[]] }
  | { readonly ok: false; readonly text: string; readonly failure: Failure }

export interface ModelSurroundings {
  readonly provider: ModelProvider
  readonly streaming: RunRequest['streaming']
  readonly env: Readonly<Record<string, string>>
  readonly info: ModelInfo
  /** Sly data, key to JSON text: a client may bring keys in `llm_config`. */
  readonly sly: ReadonlyMap<string, string>
}

interface Problem {
  readonly problem: string
}

type Tried = ModelChoice | Problem | { readonly missingKey: string }

export function chooseModels(config: JsonObject | undefined, around: ModelSurroundings): ModelsChosen {
  const listed = config?.get('fallbacks')
  const configs = isJsonList(listed) && listed.length > 0 ? listed.filter(isJsonObject) : [config ?? new Map()]
  // A person who chose the model chose it for every entry.
  const tried = (isPersonsChoice(around.provider) ? configs.slice(0, 1) : configs).map((one) => tryConfig(one, around))
  const [first, ...others] = tried.filter((one): one is ModelChoice => 'settings' in one)
  return first === undefined ? refuse(tried) : { ok: true, choices: [first, ...others] }
}

function isPersonsChoice(provider: ModelProvider): boolean {
  return provider.ref.offline || provider.modelName !== undefined
}

function refuse(tried: readonly Tried[]): ModelsChosen {
  const problems = tried.flatMap((one) => ('problem' in one ? [one.problem] : []))
  const keys = [...new Set(tried.flatMap((one) => ('missingKey' in one ? [one.missingKey] : [])))]
  const parts = [
    'No fully-specified LLM found in llm_config or fallbacks.',
    ...(problems.length === 0 ? [] : ['The following errors occurred while constructing LLMs:', ...problems]),
    ...(keys.length === 0
      ? []
      : ['LLM operation for this agent requires at least one of the following set in sly_data.llm_config:', ...keys]),
  ]
  const reason = [...problems, ...keys.map((key) => `sly_data.llm_config.${key} is missing.`)].join(' ')
  const message = `No model can be asked: ${reason} Correct llm_config, choose a model in Settings, or use the offline model.`
  return { ok: false, text: `${parts.join('\n')}\n`, failure: { code: 'no-model', message, retryable: false } }
}

interface Basis {
  readonly providerClass: string
  readonly model: string
  /** The model's own name, where it is asked by that of a deployment. */
  readonly behind?: string
  readonly args: JsonObject
  readonly facts?: ModelFacts
}

function tryConfig(config: JsonObject, around: ModelSurroundings): Tried {
  const basis = isPersonsChoice(around.provider) ? personsBasis(config, around) : networksBasis(config, around)
  if ('problem' in basis) return basis
  const key = keyArgument(basis.providerClass)
  const own = basis.args.get(key) === 'sly_data' && !isPersonsChoice(around.provider) ? slyKey(around, key) : undefined
  if (own === null) return { missingKey: key }
  const args = own === undefined ? basis.args : new Map([...basis.args, [key, own]])
  const endpoint = isPersonsChoice(around.provider)
    ? { provider: around.provider }
    : endpointOf(basis.providerClass, args, around)
  if (typeof endpoint === 'string') return { problem: endpoint }
  return toChoice(config, basis, endpoint, around)
}

function toChoice(config: JsonObject, basis: Basis, endpoint: Endpoint, around: ModelSurroundings): ModelChoice {
  const { providerClass, args, facts, behind } = basis
  const streams = around.streaming === 'on' ? config.get('streaming') !== false : args.get('streaming') === true
  const openAi = isOpenAi(providerClass)
  const wanted = around.provider.api ?? 'auto'
  const responses = wanted === 'auto' ? openAi && args.get('use_responses_api') === true : wanted === 'responses'
  return {
    ...endpoint,
    providerClass,
    settings: settingsOf(basis, streams),
    api: responses ? 'responses' : 'chat',
    mayGiveWay: wanted === 'auto',
    ...(behind !== undefined && { behind }),
    ...(facts?.prices !== undefined && { prices: facts.prices }),
  }
}

const settings = new WeakMap<Basis, Map<boolean, ModelSettings>>()

function settingsOf(basis: Basis, streams: boolean): ModelSettings {
  const { providerClass, model, args, facts } = basis
  const known = settings.get(basis) ?? new Map<boolean, ModelSettings>()
  settings.set(basis, known)
  const maxOutput = facts?.maxOutput === undefined || providerClass === 'ollama' ? {} : { maxOutput: facts.maxOutput }
  const made =
    known.get(streams) ?? modelSettings({ args, model, streams, openAi: isOpenAi(providerClass), ...maxOutput })
  known.set(streams, made)
  return made
}

/** The person's endpoint speaks OpenAI's dialect, whatever class the network names. */
function personsBasis(config: JsonObject, { provider, info }: ModelSurroundings): Basis {
  const asked = textAt(config, 'model_name') ?? DEFAULT_MODEL
  const facts = info.model(provider.modelName ?? asked)
  const known = textAt(config, 'class') === undefined || provider.modelName !== undefined ? facts : undefined
  const model = provider.modelName ?? known?.name ?? asked
  const args = layered(info.classArgs('openai'), info.defaults, config)
  return { providerClass: 'openai', model, args, ...(known !== undefined && { facts: known }) }
}

/** It follows from the network and from what is known of models alone, which many runs share. */
const bases = new WeakMap<ModelInfo, WeakMap<JsonObject, Basis | Problem>>()

function networksBasis(config: JsonObject, { info }: ModelSurroundings): Basis | Problem {
  const known = bases.get(info) ?? new WeakMap<JsonObject, Basis | Problem>()
  bases.set(info, known)
  const basis = known.get(config) ?? readBasis(config, info)
  known.set(config, basis)
  return basis
}

function readBasis(config: JsonObject, info: ModelInfo): Basis | Problem {
  const asked = textAt(config, 'model_name') ?? DEFAULT_MODEL
  const named = textAt(config, 'class')
  if (named !== undefined) return classBasis(named, asked, config, info)
  const facts = info.model(asked)
  if (facts === undefined) return { problem: `No llm entry for model_name ${asked}` }
  const { providerClass } = facts
  const stock = info.classArgs(providerClass)
  if (stock === undefined) return { problem: `Class ${providerClass} for model_name ${asked} is unrecognized.` }
  const args = layered(stock, info.defaults, config)
  return { providerClass, ...deployed(providerClass, args, facts.name), args, facts }
}

function classBasis(named: string, asked: string, config: JsonObject, info: ModelInfo): Basis | Problem {
  const stock = info.classArgs(named)
  const providerClass = stock === undefined ? dottedClass(named) : named
  if (providerClass !== undefined) {
    const args = stock === undefined ? config : layered(stock, config)
    const name = providerClass === 'azure-openai' ? (info.model(asked)?.name ?? asked) : asked
    return { providerClass, ...deployed(providerClass, args, name), args }
  }
  const problem = named.includes('.')
    ? `The class ${named} is none that Slyglass knows an OpenAI-compatible endpoint for. Use class "openai" with openai_api_base.`
    : `Value from agent network hocon file '${named}' must be of the form <package_name>.<module_name>.<ClassName> or <package_name>.<ClassName> `
  return { problem }
}

/** Azure's models are asked by the name of their deployment. */
function deployed(providerClass: string, args: JsonObject, name: string): Pick<Basis, 'model' | 'behind'> {
  const deployment = providerClass === 'azure-openai' ? textAt(args, 'deployment_name') : undefined
  return deployment === undefined ? { model: name } : { model: deployment, behind: name }
}

/** A text that does not fit its number is left as the network has it; loading told about it. */
function layered(basis: JsonObject | undefined, ...layers: readonly JsonObject[]): JsonObject {
  let args: JsonObject = basis ?? new Map()
  for (const layer of layers) {
    const merged = overlay(args, layer)
    args = merged.ok ? merged.value : new Map([...args, ...layer])
  }
  return args
}

/** A key that the client brings; null when it brings none. */
function slyKey({ sly }: ModelSurroundings, key: string): string | null {
  const brought = parseJson(sly.get('llm_config') ?? 'null')
  const value = brought.ok ? jsonAt(brought.value, key) : undefined
  return typeof value === 'string' && value !== '' ? value : null
}

function textAt(config: JsonObject, key: string): string | undefined {
  const value: Json | undefined = config.get(key)
  return typeof value === 'string' && value !== '' ? value : undefined
}
