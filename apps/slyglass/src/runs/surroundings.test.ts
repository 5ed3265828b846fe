import { runId, sessionId } from '@slyglass/base'
import { type EventOf, RUN_SPAN } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { createSurroundings } from './surroundings.ts'

const started: EventOf<'run.started'> = {
  ...{ v: 1, runId: runId('run_1'), seq: 0, at: 0, span: RUN_SPAN, parent: null, type: 'run.started' },
  ...{ session: sessionId('ses_1'), network: 'desk', file: 'http://127.0.0.1:8080/api/v1/desk', source: 'chat' },
  ...{ message: 'go', history: [], sly: [], documents: [], env: {}, streaming: true, engine: 'slyglass' },
  model: { label: 'model not told', baseUrl: 'http://127.0.0.1:8080', offline: false },
}

test('a run that another server was answering is not asked again by itself: nothing is looked for, and the reason is told', async () => {
  const untouched = new Proxy({}, { get: () => () => Promise.reject(new Error('something was asked')) }) as never
  const found = await createSurroundings(untouched)(started)
  expect(found).toMatchObject({
    ok: false,
    error: { code: 'host-lost', message: expect.stringContaining('http://127.0.0.1:8080 was answering it') },
  })
})
