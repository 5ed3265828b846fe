// Whether a bundle can do without Node: what it imports, and names that only Node has. A name in a comment counts too, since a
// tool that is wrongly held to need Node only gets the next kind of enclosure.

const NAMES = [
  ...['process', 'Buffer', 'require', '__dirname', '__filename', 'global', 'setImmediate'],
  ...[
    'fetch',
    'Headers',
    'Request',
    'Response',
    'FormData',
    'Blob',
    'File',
    'WebSocket',
    'EventSource',
    'URL',
    'URLSearchParams',
  ],
  ...['TextEncoder', 'TextDecoder', 'structuredClone', 'atob', 'btoa', 'crypto', 'performance', 'Intl', 'WebAssembly'],
  ...[
    'Worker',
    'MessageChannel',
    'BroadcastChannel',
    'AbortSignal',
    'Event',
    'EventTarget',
    'ReadableStream',
    'navigator',
  ],
]
const NAME = new RegExp(`(?<![\\w$.])(?:${NAMES.join('|')})(?![\\w$])(?!\\s*:)`)

/** What it needs, in a word; undefined when it needs nothing. */
export function needsOfNode(code: string, imports: readonly string[]): string | undefined {
  const own = code.replace(/^\/\/# sourceMappingURL=.*$/m, '').replace(/^\/\/.*$/gm, '')
  return imports[0] ?? NAME.exec(own)?.[0] ?? /import\.meta|\bimport\s*\(/.exec(own)?.[0]
}
