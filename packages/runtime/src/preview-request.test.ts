import { describe, expect, test } from 'vitest'
import { previewRequest } from './preview-request.ts'
import { fakeCode, nodeDigests, ruledBench } from './testing/index.ts'

const PAST = [
  { type: 'HUMAN', text: 'my code is 4711-8822-XK' },
  { type: 'AI', text: 'Noted.' },
] as const

function bench(studio: object = { retries: 1 }, hooks?: Parameters<typeof ruledBench>[0]['hooks']) {
  const sly = { code: '"4711-8822-XK"' }
  const tool = () => 'x'
  return ruledBench({
    tools: { a: tool, b: tool },
    turns: [],
    studio,
    more: { message: 'and now?', history: PAST },
    bench: { sly },
    ...(hooks !== undefined && { hooks }),
  })
}

function portsOf({ bench: made, models, hosts, clock }: ReturnType<typeof ruledBench>) {
  return { store: made.store, models, hosts, clock, digests: nodeDigests, vault: async () => made.vault }
}

/** The body of the first request, as the log of a run has it. */
async function bodyInLog({ bench: made, run }: ReturnType<typeof ruledBench>): Promise<string> {
  const log = await run()
  const asked = log.find((event) => event.type === 'attempt.started' && event.of === 'model')
  if (asked?.type !== 'attempt.started') throw new Error('no model was asked')
  return (await Promise.all((asked.request?.parts ?? []).map((sha) => made.store.chunk(sha)))).join('')
}

describe('a look at the next request', () => {
  test('[B-23] shows to the byte what the run then asks, private values masked', async () => {
    const made = bench()
    const shown = await previewRequest(portsOf(made), made.request)
    expect(shown).toEqual({ ok: true, value: await bodyInLog(made) })
    expect(shown.ok && shown.value).toContain('and now?')
    expect(shown.ok && shown.value).not.toContain('4711-8822-XK')
  })

  test('asks no model, calls no tool and writes nothing', async () => {
    const made = bench()
    await previewRequest(portsOf(made), made.request)
    expect(made.models.seen).toEqual([])
    expect(await made.bench.store.list({ limit: 10 })).toEqual([])
  })

  test('[B-36] writes no declarations for code', async () => {
    const made = bench({ profile: 'bub', code_mode: { enabled: true, stub: 'stubs' } })
    const code = fakeCode({})
    const shown = await previewRequest({ ...portsOf(made), code }, made.request)
    expect(shown.ok && shown.value).toMatch(/declared in stubs\/tools-/)
    expect(code.placed).toEqual([])
  })

  test('lets functions choose tools, and no other hook run', async () => {
    const ran: string[] = []
    const studio = { prepare_tools: 'h.ts#choose', hooks: [{ event: 'pre_request', run: 'h.ts#guard' }] }
    const made = bench(studio)
    const hooks = {
      run: async ({ hook }: { readonly hook: { readonly name: string } }) => {
        ran.push(hook.name)
        return '["b"]'
      },
    }
    const shown = await previewRequest({ ...portsOf(made), hooks }, made.request)
    const { tools } = JSON.parse(shown.ok ? shown.value : '{}') as { tools: readonly { readonly name: string }[] }
    expect(tools.map(({ name }) => name)).toEqual(['b'])
    expect(ran).toEqual(['prepare_tools'])
  })

  test('says why there is none', async () => {
    const made = bench({ session: { max_turns: 1 } })
    const shown = await previewRequest(portsOf(made), {
      ...made.request,
      used: { turns: 1, inputTokens: 0, outputTokens: 0 },
    })
    expect(shown).toMatchObject({ ok: false, error: { code: 'limit-reached' } })
  })
})
