import { OFFLINE_BASE_URL } from '@slyglass/models'
import type { ModelStatus } from '@slyglass/protocol'
import type { Environment } from '../workspace/project-env.ts'

/** What a person entered in Settings; it lives as long as the server. */
export interface EnteredModel {
  readonly baseUrl?: string
  readonly modelName?: string
  readonly apiKey?: string
  /** Absent: `auto`. */
  readonly api?: ModelStatus['api']
  /** Absent: `keep`. */
  readonly reasoningTags?: ModelStatus['reasoningTags']
  readonly strictRoles?: boolean
}

/** Where model requests go, and with which key. */
export interface ResolvedModel {
  readonly baseUrl: string
  readonly offline: boolean
  readonly modelName?: string
  readonly apiKey?: string
  readonly keyFrom: ModelStatus['key']
  /** Absent: as the network says. */
  readonly api?: 'responses' | 'chat'
  readonly reasoningTags?: 'fold'
  readonly strictRoles?: true
}

const PROVIDER_URL = 'https://api.openai.com/v1'
export const BASE_URL_NAMES = ['OPENAI_BASE_URL', 'OPENAI_API_BASE'] as const
export const KEY_NAME = 'OPENAI_API_KEY'

/**
 * Settings win over the shell, the shell over the project. A project's base URL is used only with the project's own key or with none:
 * a folder from elsewhere must not be able to have a key of this machine sent to an address of its choice.
 */
export function resolveModel(entered: EnteredModel, shell: Environment, dotEnv: Environment): ResolvedModel {
  const ownKey = entered.apiKey ?? set(shell[KEY_NAME])
  const apiKey = ownKey ?? set(dotEnv[KEY_NAME])
  const projectUrl = ownKey === undefined ? firstSet(dotEnv) : undefined
  const baseUrl =
    entered.baseUrl ?? firstSet(shell) ?? projectUrl ?? (apiKey === undefined ? OFFLINE_BASE_URL : PROVIDER_URL)
  const offline = baseUrl === OFFLINE_BASE_URL
  return {
    baseUrl,
    offline,
    keyFrom: keySource(entered, shell, dotEnv),
    ...(entered.modelName === undefined ? {} : { modelName: entered.modelName }),
    ...(apiKey === undefined || offline ? {} : { apiKey }),
    ...(entered.api === undefined || entered.api === 'auto' ? {} : { api: entered.api }),
    ...(entered.reasoningTags === 'fold' ? { reasoningTags: 'fold' } : {}),
    ...(entered.strictRoles === true ? { strictRoles: true } : {}),
  }
}

const OTHER_KEYS = [
  'ANTHROPIC_API_KEY',
  'GOOGLE_API_KEY',
  'NVIDIA_API_KEY',
  'OPENROUTER_API_KEY',
  'AZURE_OPENAI_API_KEY',
]

/** Keys of providers that a network may name by its class; they only go to those providers' own addresses. */
export function otherKeys(shell: Environment, dotEnv: Environment): ReadonlyMap<string, string> {
  return new Map(
    OTHER_KEYS.flatMap((name) => {
      const key = set(shell[name]) ?? set(dotEnv[name])
      return key === undefined ? [] : [[name, key] as const]
    }),
  )
}

/** Why a base URL cannot be used, or undefined. */
export function findBaseUrlFault(text: string): string | undefined {
  if (text === OFFLINE_BASE_URL) return undefined
  if (!URL.canParse(text)) return 'It is no address. It should look like https://api.openai.com/v1.'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'It must begin with https:// or http://.'
  if (url.username !== '' || url.password !== '') return 'It holds a name or password. Enter the key in its own field.'
  return undefined
}

/** A base URL as it may be shown and logged: a variable can hold one with a name, a password or a key, which is not used. */
export function shownBaseUrl(text: string): string {
  if (text === OFFLINE_BASE_URL || !URL.canParse(text)) return text
  const url = new URL(text)
  if (url.username + url.password + url.search + url.hash === '') return text
  const [before, rest] = [`${url.protocol}//`, `${url.host}${url.pathname}`]
  return `${before}${url.username + url.password === '' ? '' : '…@'}${rest}${url.search + url.hash === '' ? '' : '?…'}`
}

function keySource(entered: EnteredModel, shell: Environment, dotEnv: Environment): ModelStatus['key'] {
  if (entered.apiKey !== undefined) return 'settings'
  if (set(shell[KEY_NAME]) !== undefined) return 'environment'
  return set(dotEnv[KEY_NAME]) === undefined ? 'none' : 'project .env'
}

function firstSet(env: Environment): string | undefined {
  return BASE_URL_NAMES.map((name) => set(env[name])).find((value) => value !== undefined)
}

function set(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}
