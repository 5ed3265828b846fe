// One request and what became of it on the wire. The custom fetch writes it, the failure mapping reads it.
import type { ModelCallRequest, ModelProvider } from '@slyglass/runtime'

export interface Exchange {
  readonly provider: ModelProvider
  readonly credential: string | undefined
  readonly api: 'chat' | 'responses' | 'embeddings'
  /** Shortens words of the endpoint. */
  readonly shorten: (text: string, length: number) => string
  /** Set by the guard when nothing was heard in time. */
  timedOut: 'answer' | 'silence' | undefined
  blocked: boolean
  status: number | undefined
  contentType: string
  /** Start of the body of an answer that is no success. */
  errorText: string
  /** Why the platform's fetch rejected. */
  networkError: unknown
  /** Thrown by the caller's own `beforeSend`: handed on as it is. */
  callerError: { readonly error: unknown } | undefined
}

export function createExchange(
  provider: ModelProvider,
  credential: string | undefined,
  request: Pick<ModelCallRequest, 'shorten' | 'api'> = {},
): Exchange {
  return {
    provider,
    credential,
    shorten: request.shorten ?? ((text, length) => text.slice(0, length)),
    api: request.api ?? 'chat',
    timedOut: undefined,
    blocked: false,
    status: undefined,
    contentType: '',
    errorText: '',
    networkError: undefined,
    callerError: undefined,
  }
}

/** The part of a model request that the door needs. */
export type DoorRequest = Pick<
  ModelCallRequest,
  'agent' | 'network' | 'body' | 'signal' | 'beforeSend' | 'shorten' | 'api' | 'credential'
>

/** Where the endpoint is, for people: host and port. */
export function endpointName(provider: ModelProvider): string {
  try {
    return new URL(provider.baseUrl).host || provider.baseUrl
  } catch {
    return provider.baseUrl
  }
}

/** Providers like to repeat the key in their refusal. */
export function withoutCredential(text: string, { credential }: Pick<Exchange, 'credential'>): string {
  return credential === undefined || credential === '' ? text : text.replaceAll(credential, '⟨credential⟩')
}
