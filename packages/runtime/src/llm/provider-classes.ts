// The provider classes of neuro-san as OpenAI-compatible endpoints: where each is, and which key opens it.
import type { JsonObject } from '@slyglass/base'
import type { ModelCredential, ModelProvider } from '../ports.ts'
import { HIDDEN_KEY } from './network-keys.ts'

interface ProviderClass {
  /** Arguments that name another address, the first that is given counts. */
  readonly bases: readonly string[]
  /** What to put behind such an address; it is the one that the provider's own library takes. */
  readonly suffix: string
  readonly key: string
  /** The variable with the key, for the stock address. */
  readonly variable?: string
  readonly stock?: string
  /** A variable with an address. */
  readonly baseVariable?: string
}

const CLASSES: Readonly<Record<string, ProviderClass>> = {
  openai: { bases: ['openai_api_base'], suffix: '', key: 'openai_api_key' },
  anthropic: {
    bases: ['anthropic_api_url'],
    suffix: '/v1',
    key: 'anthropic_api_key',
    variable: 'ANTHROPIC_API_KEY',
    stock: 'https://api.anthropic.com/v1',
  },
  gemini: {
    bases: [],
    suffix: '',
    key: 'google_api_key',
    variable: 'GOOGLE_API_KEY',
    stock: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  nvidia: {
    bases: ['nvidia_base_url', 'base_url'],
    suffix: '',
    key: 'nvidia_api_key',
    variable: 'NVIDIA_API_KEY',
    stock: 'https://integrate.api.nvidia.com/v1',
  },
  openrouter: {
    bases: ['openrouter_api_base'],
    suffix: '',
    key: 'openrouter_api_key',
    variable: 'OPENROUTER_API_KEY',
    stock: 'https://openrouter.ai/api/v1',
  },
  ollama: {
    bases: ['base_url'],
    suffix: '/v1',
    key: 'api_key',
    stock: 'http://localhost:11434/v1',
    baseVariable: 'OLLAMA_HOST',
  },
}

/** Classes of langchain by their last name. */
const DOTTED: Readonly<Record<string, string>> = {
  ChatOpenAI: 'openai',
  AzureChatOpenAI: 'azure-openai',
  ChatAnthropic: 'anthropic',
  ChatGoogleGenerativeAI: 'gemini',
  ChatNVIDIA: 'nvidia',
  ChatOpenRouter: 'openrouter',
  ChatOllama: 'ollama',
}

/** The provider class behind a class of langchain, such as `langchain_openai.ChatOpenAI`. */
export function dottedClass(name: string): string | undefined {
  return name.includes('.') ? DOTTED[name.split('.').at(-1) ?? ''] : undefined
}

/** True for classes that speak OpenAI's own dialect. */
export function isOpenAi(providerClass: string): boolean {
  return providerClass === 'openai' || providerClass === 'azure-openai'
}

export interface Endpoint {
  readonly provider: ModelProvider
  /** Absent: the provider's own key. */
  readonly credential?: ModelCredential
}

/** Names of arguments that may hold a key of a class. */
export function keyArgument(providerClass: string): string {
  return CLASSES[providerClass]?.key ?? 'openai_api_key'
}

/** Where requests of a class go, or a sentence about the setting that is missing. */
export function endpointOf(
  providerClass: string,
  args: JsonObject,
  surroundings: { readonly provider: ModelProvider; readonly env: Readonly<Record<string, string>> },
): Endpoint | string {
  const { provider, env } = surroundings
  if (providerClass === 'azure-openai') return azureEndpoint(args, provider, env)
  const known = CLASSES[providerClass]
  if (known === undefined)
    return `The class ${providerClass} has no OpenAI-compatible endpoint that is known. Use class "openai" with openai_api_base for a gateway that has one.`
  const own = known.bases.map((name) => textAt(args, name)).find((text) => text !== undefined)
  const key = given(textAt(args, known.key))
  if (own !== undefined) return moved(provider, join(own, known.suffix), key)
  if (known.stock === undefined) return { provider, ...key }
  const base = known.baseVariable === undefined ? undefined : env[known.baseVariable]
  if (base !== undefined && base !== '')
    return moved(provider, join(/^https?:/.test(base) ? base : `http://${base}`, known.suffix), key)
  if (key.credential !== undefined || known.variable === undefined) return moved(provider, known.stock, key)
  if (provider.keys?.includes(known.variable) !== true)
    return `The class ${providerClass} needs a key and there is none. Set ${known.variable}, or ${known.key} in llm_config.`
  const credential: ModelCredential = { kind: 'variable', name: known.variable }
  return { provider: { ...provider, baseUrl: known.stock }, credential }
}

function azureEndpoint(
  args: JsonObject,
  provider: ModelProvider,
  env: Readonly<Record<string, string>>,
): Endpoint | string {
  const key = given(textAt(args, 'openai_api_key'))
  const base = textAt(args, 'openai_api_base')
  if (base !== undefined) return moved(provider, base, key)
  const own = textAt(args, 'azure_endpoint')
  const resource = own ?? env.AZURE_OPENAI_ENDPOINT
  if (resource === undefined || resource === '')
    return 'The class azure-openai needs an address. Set azure_endpoint in llm_config, or AZURE_OPENAI_ENDPOINT.'
  const endpoint = moved(provider, join(resource, '/openai/v1'), key)
  const named = own === undefined && provider.keys?.includes('AZURE_OPENAI_API_KEY') === true
  return named && key.credential === undefined
    ? { ...endpoint, credential: { kind: 'variable', name: 'AZURE_OPENAI_API_KEY' } }
    : endpoint
}

/** A network's own address gets its own key; the provider's key only goes where it goes anyway. */
function moved(provider: ModelProvider, baseUrl: string, key: Pick<Endpoint, 'credential'>): Endpoint {
  const none: Pick<Endpoint, 'credential'> =
    originOf(baseUrl) === originOf(provider.baseUrl) ? {} : { credential: { kind: 'none' } }
  return { provider: { ...provider, baseUrl }, ...(key.credential === undefined ? none : key) }
}

function given(key: string | undefined): Pick<Endpoint, 'credential'> {
  return key === undefined ? {} : { credential: { kind: 'given', value: key } }
}

function originOf(url: string): string {
  return (/^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url).toLowerCase()
}

function join(base: string, suffix: string): string {
  const trimmed = base.replace(/\/+$/, '')
  return trimmed.endsWith(suffix) ? trimmed : `${trimmed}${suffix}`
}

function textAt(args: JsonObject, key: string): string | undefined {
  const value = args.get(key)
  return typeof value === 'string' && value.trim() !== '' && value !== HIDDEN_KEY ? value : undefined
}
