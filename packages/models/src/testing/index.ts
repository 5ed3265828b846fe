export { type FakeFault, type FakeOpenAi, type FakeRequest, startFakeOpenAi } from './fake-open-ai.ts'
