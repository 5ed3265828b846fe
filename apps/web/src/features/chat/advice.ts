const ADVICE: Readonly<Record<string, string>> = {
  'host-lost':
    'The server stopped during this run. Finished calls are recorded; send the message again to run it anew.',
  'model-unreachable': 'Check the base URL in Settings and that the endpoint is running, then send the message again.',
  'model-unauthorized': 'Check the key in Settings, then send the message again.',
  'model-rate-limited': 'Wait a moment, then send the message again. Everything before the failure is kept.',
  'class-not-found': 'Check the class in the network and the files that were looked at, then send the message again.',
  'timed-out': 'Raise the limit in the network, or make the tool faster.',
}

/** What a person can do about a failure, when its message does not say so itself. */
export function adviceFor(code: string): string | undefined {
  return ADVICE[code]
}
