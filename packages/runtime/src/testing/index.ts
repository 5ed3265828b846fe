export { MemoryRunStore } from '../memory-run-store.ts'
export { nodeDigests, testHmac, testKeys } from './digests.ts'
export { CellRaised, type FakeCell, type FakeCode, fakeCode } from './fake-code.ts'
export { BrokeDown, type FakeCall, type FakeHosts, type FakeTool, fakeHosts, Returned } from './fake-hosts.ts'
export { type Played, playScenario, readScenario, type Scenario, type ScenarioPorts } from './play-scenario.ts'
export { decide, endsOf, playRuled, type RuledRun, type RuledTool, ruledBench, toldTexts } from './ruled-bench.ts'
export {
  type ScriptedAnswer,
  type ScriptedModels,
  type ScriptedRule,
  type SeenRequest,
  scriptedModels,
} from './scripted-models.ts'
export {
  type Bench,
  type BenchOptions,
  SURROUNDINGS,
  TEST_RUN,
  TEST_SESSION,
  testBench,
  testRequest,
} from './test-bench.ts'
export { VirtualClock } from './virtual-clock.ts'
