import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const LIMIT_KB = 230
const LANGUAGE_LIMIT_BYTES = 60_000

/** What every part of the page needs: as one file, because many small ones compress badly. */
const CORE =
  /apps\/web\/src\/(ui\/index|app\/runs\/instance|app\/runs\/clock|app\/public\/(client|files|project|runs|workspace|tool-sources|studio|network-edits|crossings|mocked))\.ts$|packages\/base\/src\/ids\.ts$|lucide-react\/.*\/icons\/(plus|plug|globe|braces|message-circle)\.mjs$/

/** Prints what the browser fetches until the graph of a network is shown, workers included; then what the code editor brings to understand texts. */
function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    writeBundle(_, bundle) {
      const names = firstScripts(bundle)
      const bytes = names.reduce((sum, name) => sum + gzipSync(textOf(bundle[name])).length, 0)
      const figure = `first load: ${(bytes / 1024).toFixed(1)} KB of gzipped JavaScript in ${names.length} files (limit ${LIMIT_KB} KB)`
      if (bytes > LIMIT_KB * 1024) this.warn(figure)
      else console.log(figure)
      const language = Object.keys(bundle).find((name) => /language\.worker-[^/]+\.js$/.test(name)) ?? ''
      const size = gzipSync(textOf(bundle[language]), { level: 9 }).length
      const service = `language service: ${size} bytes of gzipped JavaScript (limit ${LANGUAGE_LIMIT_BYTES})`
      if (size > LANGUAGE_LIMIT_BYTES) this.warn(service)
      else console.log(service)
    },
  }
}

function firstScripts(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) add(next)
  }
  for (const chunk of chunks) if (chunk.isEntry || chunk.name === 'network-canvas') add(chunk.fileName)
  return [...found, ...Object.keys(bundle).filter((name) => /(network|layout)\.worker-[^/]+\.js$/.test(name))]
}

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string | Uint8Array {
  if (file === undefined) return ''
  return file.type === 'chunk' ? file.code : file.source
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstLoad()],
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  build: {
    outDir: '../slyglass/dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: CORE }] } } },
  },
})
