// Why no answer came at all: the platform's error codes in words.
export interface NetworkExplanation {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly detail: string
}

const REASONS: readonly (readonly [RegExp, string, string])[] = [
  [
    /unexpected redirect/i,
    'redirect-refused',
    'redirects to another address, and a model request is never sent on. Enter the final base URL.',
  ],
  [
    /ECONNREFUSED/,
    'unreachable',
    'refused the connection: nothing listens there. Start the model server, or correct the base URL.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'unreachable',
    'was not found: the host name is unknown here. Check the spelling of the base URL and the network connection.',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|wrong version number|EPROTO/i,
    'tls-failed',
    'offers no secure connection that can be verified. Check https or http in the base URL; for a private certificate set NODE_EXTRA_CA_CERTS.',
  ],
  [
    /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/,
    'unreachable',
    'did not take the connection in time. Check the base URL, the network connection and any proxy.',
  ],
  [
    /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/,
    'unreachable',
    'cannot be reached from this machine. Check the network connection.',
  ],
  [
    /UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT/,
    'model-timeout',
    'did not answer in time. It may be busy or still loading the model; try again.',
  ],
  [
    /ECONNRESET|UND_ERR_SOCKET|EPIPE|other side closed/,
    'connection-cut',
    'closed the connection before it answered. Try again, or look at the log of the endpoint.',
  ],
  [/bad port/i, 'invalid-url', 'has a base URL with a port that is not allowed for web requests. Use another port.'],
]
const RETRYABLE = ['unreachable', 'model-timeout', 'connection-cut']

export function describeNetworkError(error: unknown, place: string): NetworkExplanation {
  const detail = causes(error)
  const [, code, words] = REASONS.find(([pattern]) => pattern.test(detail)) ?? [
    undefined,
    'unreachable',
    'could not be reached. Check the base URL and the network connection.',
  ]
  return { code, message: `${place} ${words}`, retryable: RETRYABLE.includes(code), detail }
}

function causes(error: unknown): string {
  const lines: string[] = []
  for (let at = error; at instanceof Error && lines.length < 8; at = at.cause) {
    const inner = at instanceof AggregateError ? at.errors.map(String) : []
    lines.push(
      [at.name, 'code' in at ? String(at.code) : '', at.message, ...inner].filter((part) => part !== '').join(' '),
    )
  }
  return lines.join('\n')
}
