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

const OFFLINE = { label: 'offline model', baseUrl: 'offline:', offline: true }
const REAL = { label: 'gpt-4o', baseUrl: 'https://api.openai.com/v1', offline: false }

test.each([
  [REAL, OFFLINE, /Enter the base URL https:\/\/api.openai.com\/v1 and its key in Settings and send the message again/],
  [REAL, { ...REAL, label: 'gpt-5' }, /Enter the model name gpt-4o in Settings/],
  [REAL, { ...REAL, baseUrl: 'http://127.0.0.1:1' }, /Enter the base URL https:\/\/api.openai.com\/v1 in Settings/],
  [OFFLINE, REAL, /Take the base URL and the key out of Settings/],
])(
  '[U-85] an open run whose model was set up in Settings says what is missing now and what to do: %o',
  async (was, is, said) => {
    const project = { id: 'p', root: '/p' }
    const found = await createSurroundings({
      store: { find: async () => ({ project: 'p' }) },
      projects: { find: async () => project },
      trust: { isTrusted: async () => true },
      model: { provider: async () => ({ ref: is }) },
    } as never)({ ...started, file: 'registries/desk.hocon', model: was })
    expect(found).toMatchObject({ ok: false, error: { code: 'host-lost', message: expect.stringMatching(said) } })
    if (!found.ok && !was.offline)
      expect(found.error.message).toContain('OPENAI_API_KEY and OPENAI_BASE_URL in the shell')
  },
)
