import type { ModelProvider } from '@slyglass/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { testConnection } from './test-connection.ts'
import { type FakeOpenAi, startFakeOpenAi } from './testing/index.ts'

const running: FakeOpenAi[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

async function fake(options: Parameters<typeof startFakeOpenAi>[0] = {}): Promise<FakeOpenAi> {
  const server = await startFakeOpenAi(options)
  running.push(server)
  return server
}

function connect(baseUrl: string, modelName?: string, key?: string) {
  const provider: ModelProvider = {
    ref: { label: 'm', baseUrl, offline: baseUrl === 'offline:' },
    baseUrl,
    ...(modelName !== undefined && { modelName }),
  }
  const options = { credential: () => key }
  return testConnection(provider, options, new AbortController().signal)
}

describe('testing a connection', () => {
  test('with a model name the model is asked, and its name and the list come back', async () => {
    const server = await fake({ script: { models: ['a', 'b'] } })
    expect(await connect(server.baseUrl, 'b')).toEqual({
      ok: true,
      value: { models: ['a', 'b'], answeredBy: 'b', message: 'Connected: b answered. The endpoint lists 2 models.' },
    })
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  test('without a model name the list is enough', async () => {
    const server = await fake()
    expect(await connect(server.baseUrl)).toMatchObject({ ok: true, value: { models: ['scripted'] } })
    expect(server.requests).toHaveLength(1)
  })

  test('the offline model answers too', async () => {
    expect(await connect('offline:', 'anything')).toMatchObject({ ok: true, value: { answeredBy: 'offline-model' } })
  })

  test('a wrong key is said at the first request', async () => {
    const server = await fake({ fault: { kind: 'status', status: 401 } })
    expect(await connect(server.baseUrl, 'm', 'k')).toMatchObject({ ok: false, error: { code: 'credential-refused' } })
    expect(server.requests).toHaveLength(1)
  })

  test('an endpoint without a list is judged by its answer', async () => {
    const server = await fake({ fault: { kind: 'status', status: 404 } })
    const connecting = connect(server.baseUrl, 'm')
    expect(await connecting).toMatchObject({ ok: false, error: { code: 'model-not-found' } })
    expect(server.requests).toHaveLength(2)
    expect(await connect(server.baseUrl)).toMatchObject({ ok: false, error: { code: 'model-not-found' } })
  })

  test('a list in another form counts as none', async () => {
    const server = await fake({ fault: { kind: 'body', body: '[]', contentType: 'application/json' } })
    expect(await connect(server.baseUrl)).toMatchObject({ ok: false, error: { code: 'model-name-needed' } })
  })

  test('an address where nothing listens is said', async () => {
    const server = await startFakeOpenAi()
    await server.close()
    expect(await connect(server.baseUrl, 'm')).toMatchObject({ ok: false, error: { code: 'unreachable' } })
  })
})
