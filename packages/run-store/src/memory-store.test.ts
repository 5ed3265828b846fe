import { MemoryRunStore } from '@slyglass/runtime/testing'
import { describeRunStore } from './testing/index.ts'

// The store that the runtime is tested with must not be kinder than the one that it runs on.
describeRunStore('the memory store of tests', () => ({ store: new MemoryRunStore(), close: () => undefined }))
