import { projectId, runId, sessionId } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { createClient, type Transport } from './client.ts'

interface Seen {
  readonly path: string
  readonly init: RequestInit
}

function clientThat(
  answer: () => Response | Promise<Response>,
  { token }: { token: string | undefined } = { token: 'token-1' },
) {
  const seen: Seen[] = []
  const transport: Transport = async (path, init) => {
    seen.push({ path, init })
    return answer()
  }
  return { seen, client: createClient({ transport, token: () => token }) }
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe('client', () => {
  test('[S-39] every call carries the token, a write also the write header and JSON', async () => {
    const { seen, client } = clientThat(() => json({}))
    await client.status()
    await client.putVault(sessionId('ses_1'), { json: '{"a": 1.0}' })
    expect(seen.map(({ path, init }) => [path, init.method, init.headers, init.body])).toEqual([
      ['/api/status', 'GET', { accept: 'application/json', 'x-slyglass-token': 'token-1' }, undefined],
      [
        '/api/sessions/ses_1/sly',
        'PUT',
        {
          accept: 'application/json',
          'x-slyglass-token': 'token-1',
          'x-slyglass': '1',
          'content-type': 'application/json',
        },
        JSON.stringify({ json: '{"a": 1.0}' }),
      ],
    ])
  })

  test('without a token the header is absent, not empty', async () => {
    const { seen, client } = clientThat(() => json({}), { token: undefined })
    await client.status()
    expect(seen[0]?.init.headers).toEqual({ accept: 'application/json' })
  })

  test('names with slashes and odd letters stay one path segment each', async () => {
    const { seen, client } = clientThat(() => json({}))
    await client.readFile(projectId('prj_1'), 'coded tools/a#b.py')
    await client.toolSources(projectId('prj_1'), 'basic/a&b')
    await client.runs({ project: 'prj_1', network: 'basic/x' })
    expect(seen.map(({ path }) => path)).toEqual([
      '/api/projects/prj_1/files/coded%20tools/a%23b.py',
      '/api/projects/prj_1/tools?network=basic%2Fa%26b',
      '/api/runs?project=prj_1&network=basic%2Fx',
    ])
  })

  test('a refusal is a value with code, words and what to do', async () => {
    const { client } = clientThat(() =>
      json({ error: { code: 'untrusted', message: 'Not trusted.', hint: 'Trust it.' } }, 403),
    )
    expect(await client.startRun({ project: 'p', network: 'n', message: 'm' })).toEqual({
      ok: false,
      error: { code: 'untrusted', message: 'Not trusted.', hint: 'Trust it.', status: 403 },
    })
  })

  test('[S-11] a refused save brings the text that lies on disk', async () => {
    const disk = { path: 'a.hocon', text: 'x', hash: 'h' }
    const { client } = clientThat(() => json({ error: { code: 'conflict', message: 'Changed.' }, disk }, 409))
    const reply = await client.saveFile(projectId('p'), 'a.hocon', { text: 'y', baseHash: 'g' })
    expect(reply).toEqual({ ok: false, error: { code: 'conflict', message: 'Changed.', status: 409, disk } })
  })

  test('no connection, a page instead of JSON and an empty refusal are told apart', async () => {
    const lost = clientThat(() => Promise.reject(new TypeError('refused'))).client
    const page = clientThat(() => new Response('<html>')).client
    const empty = clientThat(() => new Response('', { status: 502 })).client
    const codes = [await lost.status(), await page.status(), await empty.status()].map((reply) =>
      reply.ok ? 'ok' : reply.error.code,
    )
    expect(codes).toEqual(['server-unreachable', 'answer-unreadable', 'http-502'])
  })

  test('a chunk comes back as the text that was stored, never parsed', async () => {
    const { client } = clientThat(() => new Response('{"a": 3.0, "id": 12345678901234567890}'))
    expect(await client.chunk(runId('run_1'), 'ab' as never)).toEqual({
      ok: true,
      value: '{"a": 3.0, "id": 12345678901234567890}',
    })
  })
})
