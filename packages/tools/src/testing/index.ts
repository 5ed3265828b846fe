export { type Benchmark, benchmarkTool, summariseTimes } from './benchmark-tool.ts'
export { callTools } from './call-tools.ts'
export { type MemoryEnvironment, type MemoryOptions, memoryEnvironment } from './memory/memory-environment.ts'
export { type MemoryFile, MemoryFiles } from './memory/memory-files.ts'
export type { MemoryProgram, MemoryProgramIo } from './memory/memory-programs.ts'
export {
  errorTool,
  failingTool,
  type MockFunction,
  type MockOptions,
  mockTool,
  mockToolWith,
  type Sleep,
  slowTool,
} from './mock-tools.ts'
export { type NetworkRun, type NetworkRunOptions, PROGRAM_VARIABLE, run } from './run-network.ts'
export { assertCalled, assertNotCalled, type SpiedCall, type Spy, spyTool, spyToolWith } from './spy-tool.ts'
export { testContext } from './test-context.ts'
export { type RuledCall, type RuledReturn, underRules } from './under-rules.ts'
