// The engine's code in a memory that cannot grow beyond a limit. The engine's own limit counts no bytes in WebAssembly.
import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'

const PAGES_PER_MEGABYTE = 16
/** What the engine is built to begin with. */
const FIRST_MEGABYTES = 16

/** Whether the engine has taken all that it may. It cannot always say so: an exception needs memory too, and is null then. */
export function isFull(engine: QuickJSWASMModule, megabytes: number): boolean {
  return engine.getWasmMemory().buffer.byteLength > (FIRST_MEGABYTES + megabytes - 1) * 1024 ** 2
}

/** `megabytes` are for what runs in it. */
export function loadQuickJs(megabytes: number): Promise<QuickJSWASMModule> {
  const wasmMemory = new WebAssembly.Memory({
    initial: FIRST_MEGABYTES * PAGES_PER_MEGABYTE,
    maximum: (FIRST_MEGABYTES + megabytes) * PAGES_PER_MEGABYTE,
  })
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
}
