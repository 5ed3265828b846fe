// Who may import whom. The one place where the direction of the code is written down; check-imports.mjs enforces it.

/** Import rule of one folder: own packages, third-party packages, and whether Node's modules are allowed. */
export const TABLE = [
  { folder: 'packages/base', may: [] },
  { folder: 'packages/hocon', may: ['base'] },
  { folder: 'packages/network', may: ['base', 'hocon'] },
  { folder: 'packages/run-log', may: ['base'], packages: ['zod'] },
  { folder: 'packages/sly', may: ['base', 'network'] },
  // ajv checks the arguments of a call by the whole of JSON Schema; zod is what tests define tools with.
  { folder: 'packages/tools', may: ['base', 'network', 'run-log'], packages: ['ajv', 'zod'] },
  { folder: 'packages/runtime', may: ['base', 'network', 'run-log', 'sly', 'tools'] },
  {
    folder: 'packages/environment',
    // The TypeScript host runs what `tools/define` makes; sources of hooks are of the network's model.
    may: ['base', 'network', 'runtime', 'tools'],
    // The SDK is MCP's own: sessions, versions and streams of its HTTP transport are not worth a second implementation.
    packages: [
      ...['esbuild', 'zod', '@modelcontextprotocol/sdk'],
      // An engine for tools in JavaScript that need nothing of Node, as one file without native code.
      ...['quickjs-emscripten-core', '@jitl/quickjs-singlefile-mjs-release-sync'],
    ],
    node: true,
  },
  // undici: a request costs a fraction of what it does by Node's own modules.
  { folder: 'packages/models', may: ['base', 'runtime'], packages: ['undici', 'zod'], node: true },
  { folder: 'packages/run-store', may: ['base', 'run-log', 'runtime'], packages: ['libsql'], node: true },
  { folder: 'packages/protocol', may: ['base', 'network', 'run-log'], packages: ['zod'] },
  {
    folder: 'apps/slyglass',
    may: [
      'base',
      'hocon',
      'network',
      'run-log',
      'runtime',
      'sly',
      'tools',
      'environment',
      'models',
      'run-store',
      'protocol',
    ],
    packages: ['hono', '@hono/node-server', 'chokidar', 'commander', 'dotenv', 'pino', 'zod'],
    node: true,
  },
  {
    folder: 'apps/web',
    may: ['base', 'hocon', 'network', 'run-log', 'protocol'],
    packages: ['react', 'react-dom', 'zustand'],
  },
  { folder: 'apps/web/src/ui', may: [], packages: ['react', 'react-dom', 'radix-ui', 'lucide-react'] },
  { folder: 'apps/web/src/documents', may: ['base', 'hocon', 'network', 'protocol'], packages: ['node-diff3', 'diff'] },
  {
    folder: 'apps/web/src/app',
    may: ['base', 'hocon', 'network', 'run-log', 'protocol'],
    packages: [
      'react',
      'react-dom',
      'zustand',
      'react-resizable-panels',
      'radix-ui',
      'lucide-react',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  {
    folder: 'apps/web/src/features',
    may: ['base', 'hocon', 'network', 'run-log', 'protocol'],
    packages: [
      'react',
      'react-dom',
      'zustand',
      'radix-ui',
      'lucide-react',
      '@tanstack/react-virtual',
      'react-resizable-panels',
    ],
  },
  {
    folder: 'apps/web/src/features/canvas',
    may: ['base', 'hocon', 'network', 'run-log', 'protocol'],
    packages: ['react', 'react-dom', 'zustand', 'radix-ui', 'lucide-react', '@xyflow/react', '@dagrejs/dagre'],
  },
  {
    folder: 'apps/web/src/features/editor',
    may: ['base', 'hocon', 'network', 'run-log', 'protocol'],
    packages: ['react', 'react-dom', 'zustand', 'radix-ui', 'lucide-react', 'monaco-editor', 'diff', 'node-diff3'],
  },
  {
    folder: 'apps/web/src/features/chat',
    // The words of commands are completed by the grammar that reads them.
    may: ['base', 'hocon', 'network', 'run-log', 'protocol', 'tools'],
    packages: [
      'react',
      'react-dom',
      'zustand',
      'radix-ui',
      'lucide-react',
      'react-markdown',
      'remark-gfm',
      '@tanstack/react-virtual',
    ],
  },
  {
    folder: 'e2e',
    may: ['protocol', 'runtime', 'models'],
    packages: ['@playwright/test', '@axe-core/playwright'],
    node: true,
  },
]

/** Narrower rules inside a package: `from` may not reach `to` (both are folder or file prefixes). */
export const FORBIDDEN = [
  { from: 'apps/web/src/ui', to: 'apps/web/src/app' },
  { from: 'apps/web/src/ui', to: 'apps/web/src/features' },
  { from: 'apps/web/src/ui', to: 'apps/web/src/documents' },
  { from: 'apps/web/src/documents', to: 'apps/web/src/app' },
  { from: 'apps/web/src/documents', to: 'apps/web/src/features' },
]

/** Breaches that are known and wait to be removed. This list may only shrink. */
export const DEBT = []

/** Packages that must stay free of clock, chance, timers and transport: those come in as ports. */
export const PURE = ['base', 'hocon', 'network', 'run-log', 'sly', 'tools', 'runtime', 'protocol']
