import type { ModelFailure, ModelProvider } from '@slyglass/runtime'
import { expect, test } from 'vitest'
import { createModelPort } from './model-port.ts'
import { startFakeOpenAi } from './testing/index.ts'

const KEY = 'sk-very-secret-0123456789'

/** The words of the failure that an endpoint with this answer gives. */
async function wordsOf(body: string, shorten?: (text: string, length: number) => string): Promise<string> {
  const server = await startFakeOpenAi({ fault: { kind: 'status', status: 500, body } })
  const provider: ModelProvider = {
    ref: { label: 'm', baseUrl: server.baseUrl, offline: false },
    baseUrl: server.baseUrl,
  }
  try {
    await createModelPort({ credential: () => KEY }).send({
      provider,
      agent: 'a',
      network: 'n',
      body: '{"model":"m","messages":[]}',
      signal: new AbortController().signal,
      beforeSend: async () => 'send',
      onText: () => undefined,
      ...(shorten === undefined ? {} : { shorten }),
    })
  } catch (error) {
    return JSON.stringify((error as ModelFailure).failure)
  } finally {
    await server.close()
  }
  throw new Error('it did not fail')
}

const LIMITS = [500, 16 * 1024, 64 * 1024]
const inMessage = (before: number, value: string) =>
  JSON.stringify({ error: { message: `${'p'.repeat(before)}${value}${'q'.repeat(90_000)}` } })
const plain = (before: number, value: string) => `${'p'.repeat(before)}${value}${'q'.repeat(90_000)}`

test.each(LIMITS.flatMap((limit) => [1, 9, KEY.length - 1].map((shown) => [limit, shown] as const)))(
  'a key that an endpoint repeats at its character %i is not shown in part (%i characters before the cut)',
  async (limit, shown) => {
    for (const body of [inMessage, plain]) {
      const words = await wordsOf(body(limit - shown, KEY))
      for (let at = 0; at + 6 <= KEY.length; at += 1) expect(words).not.toContain(KEY.slice(at, at + 6))
    }
  },
)

test('whoever asks may say where the words of an endpoint are cut', async () => {
  const value = 'tok-QX81-zzyy'
  const shorten = (text: string, length: number) => {
    const at = text.indexOf(value)
    return text.slice(0, at >= 0 && at < length && at + value.length > length ? at : length)
  }
  for (const limit of LIMITS) {
    for (const body of [inMessage, plain]) {
      const words = await wordsOf(body(limit - 7, value), shorten)
      expect(words.replaceAll(value, '')).not.toContain('tok-QX')
    }
  }
})

test('an endpoint that never ends its error is not listened to for ever', async () => {
  const words = await wordsOf('p'.repeat(4_000_000))
  expect(words.length).toBeLessThan(20_000)
})
