export { changeDatabase } from './change-database.ts'
export { describeRunStore, type RunStoreUnderTest } from './describe-run-store.ts'
export { finishedEvent, noteEvent, startedEvent } from './sample-events.ts'
export { batch, newFiles, open, ROW, RUN, SESSION } from './store-files.ts'
