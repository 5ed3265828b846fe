const ADVICE: Readonly<Record<string, string>> = {
  'host-lost': 'Finished calls are recorded; send the message again to run it anew.',
  'class-not-found': 'Check the class in the network and the files that were looked at, then send the message again.',
  'timed-out': 'Raise the limit in the network, or make the tool faster.',
}

/** What a person can do about a failure, when its message does not say so itself. */
export function adviceFor(code: string): string | undefined {
  return ADVICE[code]
}

/** Failures about the key, the address or the model that was asked. */
const OF_MODEL_SETTINGS: ReadonlySet<string> = new Set([
  'no-model',
  'credential-missing',
  'credential-refused',
  'forbidden',
  'quota-exhausted',
  'model-not-found',
  'unreachable',
  'redirect-refused',
  'tls-failed',
  'invalid-url',
  'not-a-model-endpoint',
  'responses-missing',
  'roles-refused',
])

/** True when another key, address or model may mend the failure. */
export function isMendedInSettings(code: string): boolean {
  return OF_MODEL_SETTINGS.has(code)
}
