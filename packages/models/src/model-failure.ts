// Everything that can go wrong with a model request, as a sentence for a person: what happened, why, what to do.
import { ModelFailure } from '@slyglass/runtime'
import { type Exchange, endpointName, withoutCredential } from './exchange.ts'
import { describeNetworkError } from './network-failure.ts'
import { SCRIPT_FAULT } from './offline/endpoint.ts'
import { CutAnswer, UnreadableAnswer } from './read-reply.ts'
import { FailedAnswer } from './read-response.ts'

interface Explanation {
  readonly code: string
  readonly message: string
  readonly retryable?: boolean
  readonly detail?: string
}

const MAX_DETAIL = 16 * 1024
/** Of the endpoint's own words in a message. */
const MAX_SAID = 500

/** The failure that an exchange ended with, or undefined when the error is not the provider's. */
export function explainFailure(exchange: Exchange, model: string, error: unknown): ModelFailure | undefined {
  const found = explain(exchange, model, error)
  if (found === undefined) return undefined
  const { detail = exchange.errorText, ...rest } = found
  // The script is a file of the person's: no endpoint answered, and asking again changes nothing.
  const unasked = exchange.blocked || rest.code === SCRIPT_FAULT
  const status = unasked ? undefined : exchange.status
  const failure = {
    ...rest,
    message: withoutCredential(rest.message, exchange),
    retryable: rest.retryable ?? false,
    ...(detail !== '' && { detail: exchange.shorten(withoutCredential(detail, exchange), MAX_DETAIL) }),
  }
  return new ModelFailure(failure, status)
}

function explain(exchange: Exchange, model: string, error: unknown): Explanation | undefined {
  const place = `The model endpoint at ${endpointName(exchange.provider)}`
  if (exchange.blocked) return BLOCKED
  if (exchange.timedOut !== undefined) return timedOut(place, exchange.timedOut)
  if (exchange.status !== undefined && exchange.status >= 400)
    return explainStatus(exchange, exchange.status, place, model)
  if (exchange.networkError !== undefined) return describeNetworkError(exchange.networkError, place)
  if (exchange.status === undefined) return undefined
  return explainAnswer(exchange, place, error)
}

const BLOCKED: Explanation = {
  code: 'blocked',
  message:
    'The request was not sent: it holds a private value, and the policy of this session is to block. Remove the value from what the tools return, or change the policy.',
}

function timedOut(place: string, kind: 'answer' | 'silence'): Explanation {
  const message =
    kind === 'answer'
      ? `${place} accepted the request and did not begin to answer in time. It may be busy or still loading the model; try again, or choose a smaller model.`
      : `${place} stopped in the middle of its answer and said nothing more. Try again.`
  return { code: 'model-timeout', message, retryable: true }
}

function explainStatus(exchange: Exchange, status: number, place: string, model: string): Explanation {
  const reason = providerReason(exchange)
  const said = reason.message === '' ? '' : ` It says: ${reason.message}`
  if (reason.code === SCRIPT_FAULT) return { code: SCRIPT_FAULT, message: reason.message, detail: '' }
  if (hasNoResponses(exchange, status, reason.message)) return noResponses(place, status, said)
  if (looksLikePage(exchange)) return notAnEndpoint(place, `status ${status} and a web page`)
  if (isAboutRoles(status, reason.message)) return rolesRefused(exchange, place, status, said)
  switch (status) {
    case 401:
      return exchange.credential === undefined
        ? {
            code: 'credential-missing',
            message: `${place} asks for a key and none is set (401). Enter one in Settings, or set OPENAI_API_KEY.${said}`,
          }
        : {
            code: 'credential-refused',
            message: `${place} refused the key (401). Check that the key is complete, not revoked, and made for this endpoint.${said}`,
          }
    case 403:
      return {
        code: 'forbidden',
        message: `${place} knows the key but does not allow this request (403). The account may have no access to the model ${model}; choose another model or account.${said}`,
      }
    case 404:
      return {
        code: 'model-not-found',
        message: `${place} does not know the model ${model}, or the base URL is wrong (404). Check the model's name and whether the URL needs /v1 at its end.${said}`,
      }
    case 408:
    case 409:
      return {
        code: 'provider-busy',
        message: `${place} could not take the request just now (${status}). Try again.${said}`,
        retryable: true,
      }
    case 429:
      return rateLimited(place, reason.code, said)
    default:
      return status >= 500
        ? {
            code: 'provider-error',
            message: `${place} failed by itself (${status}). Try again; if it stays so, look at the endpoint's own log or status page.${said}`,
            retryable: true,
          }
        : refused(place, status, reason.code, said)
  }
}

/** A server that knows the endpoint and not the model says so in words about the model. */
function hasNoResponses({ api }: Exchange, status: number, said: string): boolean {
  return api === 'responses' && (status === 404 || status === 405 || status === 501) && !/model/i.test(said)
}

function noResponses(place: string, status: number, said: string): Explanation {
  return {
    code: 'responses-missing',
    message: `${place} has no /responses endpoint (${status}). Choose chat completions in Settings, or set use_responses_api = false in llm_config.${said}`,
  }
}

/** Chat templates raise while the request is read, which some servers answer with 400 or 422, others with 500. */
function isAboutRoles(status: number, said: string): boolean {
  return (status === 400 || status === 422 || status === 500) && ROLE_WORDS.some((words) => words.test(said))
}

const ROLE_WORDS = [
  /\broles?\b.*\balternat/i,
  /\balternat\w*\b.*\broles?\b/i,
  /\b(?:unexpected|expected|invalid|last|first|only|supported) (?:last |first )?(?:message )?roles?\b/i,
  /\bonly user(?:,|,? and) .*roles? (?:are|is) supported/i,
  /\bsystem (?:message|role|prompt)s?\b.*\b(?:begin|start|first|supported|once|only|allowed)/i,
  /\b(?:first|last|final) (?:message|role|turn)\b.*\b(?:user|assistant|tool|system)\b/i,
  /\bconsecutive\b.*\b(?:user|assistant|messages?|roles?)\b/i,
  /\bmessages?\b.*\b(?:empty|non-empty) content|\bempty (?:content|message)/i,
]

function rolesRefused({ provider }: Exchange, place: string, status: number, said: string): Explanation {
  const how =
    provider.strictRoles === true
      ? '"Strict roles" in Settings is on already; the model\'s chat template wants something else.'
      : 'Switch on "Strict roles" in Settings: neighbours and system texts are then merged before they are sent.'
  return {
    code: 'roles-refused',
    message: `${place} refused the order of the conversation's messages (${status}). ${how}${said}`,
  }
}

function rateLimited(place: string, code: string, said: string): Explanation {
  if (code === 'insufficient_quota')
    return {
      code: 'quota-exhausted',
      message: `${place} says that the account has no quota left (429). Check its billing, or use another key.${said}`,
    }
  return {
    code: 'rate-limited',
    message: `${place} got too many requests (429). Wait a little and try again.${said}`,
    retryable: true,
  }
}

function refused(place: string, status: number, code: string, said: string): Explanation {
  if (code === 'context_length_exceeded')
    return {
      code: 'context-too-long',
      message: `${place} refused the request: the conversation is longer than the model can read (${status}). Start a new conversation, or choose a model with a larger context.${said}`,
    }
  return {
    code: 'request-refused',
    message: `${place} refused the request (${status}). The model may not support something that the network asks for, such as tools or a setting of llm_config.${said}`,
  }
}

function explainAnswer(exchange: Exchange, place: string, error: unknown): Explanation | undefined {
  if (looksLikePage(exchange)) return notAnEndpoint(place, 'a web page')
  if (error instanceof UnreadableAnswer) return notAnEndpoint(place, `something else (${error.message})`)
  if (error instanceof CutAnswer && !/event-stream/.test(exchange.contentType))
    return {
      code: 'not-streaming',
      message: `${place} was asked to stream and answered without streaming. Set "streaming": false in the network's llm_config.`,
    }
  if (error instanceof SyntaxError) return notAnEndpoint(place, 'text that is no JSON')
  if (error instanceof CutAnswer || isCutConnection(error))
    return {
      code: 'connection-cut',
      message: `${place} began to answer and the connection broke. Try again.`,
      retryable: true,
    }
  if (exchange.status !== undefined && exchange.status >= 300) return notAnEndpoint(place, `status ${exchange.status}`)
  if (!(error instanceof FailedAnswer)) return undefined
  return {
    code: 'provider-error',
    message: `${place} broke off its answer with an error. It says: ${error.message}`,
    retryable: true,
  }
}

function notAnEndpoint(place: string, what: string): Explanation {
  return {
    code: 'not-a-model-endpoint',
    message: `${place} answered with ${what}, not like an OpenAI-compatible model. Check the base URL; it usually ends in /v1.`,
  }
}

const looksLikePage = (exchange: Exchange): boolean =>
  /html/i.test(exchange.contentType) || /^\s*<(?:!doctype|html)/i.test(exchange.errorText)

/** undici says `terminated` when the other side goes away in the middle of a body. */
function isCutConnection(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (
      at.message === 'terminated' ||
      /ECONNRESET|UND_ERR_SOCKET|EPIPE|other side closed/.test(`${codeOf(at)} ${at.message}`)
    )
      return true
  }
  return false
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

function providerReason({ errorText, shorten }: Exchange): { readonly code: string; readonly message: string } {
  const body = parsed(errorText)
  const error = field(body, 'error') ?? body
  const message = typeof error === 'string' ? error : (field(error, 'message') ?? field(body, 'detail'))
  const code = field(error, 'code')
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? shorten(message, MAX_SAID) : '',
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}
