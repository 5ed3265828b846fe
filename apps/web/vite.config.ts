import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const LIMIT_KB = 230
const LATER = /(^|\/)(monaco|editor\.worker|markdown)/

/** Prints what the browser fetches before the code editor opens, workers included. */
function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    writeBundle(_, bundle) {
      let bytes = 0
      for (const [name, file] of Object.entries(bundle)) {
        if (!name.endsWith('.js') || LATER.test(name)) continue
        bytes += gzipSync(file.type === 'chunk' ? file.code : file.source).length
      }
      console.log(`first load: ${(bytes / 1024).toFixed(1)} KB of gzipped JavaScript (limit ${LIMIT_KB} KB)`)
    },
  }
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
  },
})
