import { ModelFailure } from '@slyglass/runtime'
import { describe, expect, test } from 'vitest'
import { createModelPort } from './index.ts'

const asked = (provider: object, body: object) => ({
  provider: { ref: { label: 'x', baseUrl: '', offline: false }, ...provider } as never,
  ...{
    agent: 'desk',
    network: 'n',
    api: 'embeddings' as const,
    body: JSON.stringify(body),
    signal: new AbortController().signal,
  },
  beforeSend: async () => 'send' as const,
  onText: () => undefined,
})

describe('vectors', () => {
  test('[B-38] are asked of /embeddings with the key of the studio, and come in the order of the texts', async () => {
    const seen: { url: string; authorization: string | null }[] = []
    const port = createModelPort({
      credential: () => 'key-1',
      fetch: async (url, init) => {
        seen.push({ url: String(url), authorization: new Headers(init?.headers).get('authorization') })
        const data = [
          { index: 1, embedding: [0.5] },
          { index: 0, embedding: [0.25] },
        ]
        return Response.json({ model: 'small', data, usage: { prompt_tokens: 3, total_tokens: 3 } })
      },
    })
    const reply = await port.send(asked({ baseUrl: 'http://models.test/v1' }, { model: 'small', input: ['a', 'b'] }))
    expect(reply).toMatchObject({ text: '{"vectors":[[0.25],[0.5]]}', model: 'small', usage: { promptTokens: 3 } })
    expect(seen).toEqual([{ url: 'http://models.test/v1/embeddings', authorization: 'Bearer key-1' }])
  })

  test('[B-38] of an endpoint without them are a failure in words', async () => {
    const port = createModelPort({
      credential: () => undefined,
      fetch: async () => new Response('no', { status: 404 }),
    })
    const work = port.send(asked({ baseUrl: 'http://models.test/v1' }, { model: 'small', input: ['a'] }))
    await expect(work).rejects.toBeInstanceOf(ModelFailure)
  })

  test('[B-38] of the offline model are near each other where texts share words', async () => {
    const port = createModelPort({ credential: () => undefined })
    const provider = { baseUrl: 'offline:', ref: { label: 'offline', baseUrl: 'offline:', offline: true } }
    const texts = ['a late parcel', 'the parcel is late', 'music of Bach']
    const reply = await port.send(asked(provider, { model: 'x', input: texts, dimensions: 256 }))
    const { vectors } = JSON.parse(reply.text) as { vectors: number[][] }
    const near = (a = 0, b = 0) => (vectors[a] ?? []).reduce((sum, one, at) => sum + one * (vectors[b]?.[at] ?? 0), 0)
    expect(vectors.map(({ length }) => length)).toEqual([256, 256, 256])
    expect(near(0, 1)).toBeGreaterThan(near(0, 2))
  })
})
