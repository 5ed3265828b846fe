import { isOf, type RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import type { HostCall } from './ports.ts'
import { decide, fakeHosts, scriptedModels, TEST_RUN, testBench, testRequest, VirtualClock } from './testing/index.ts'

const CLASSES: Readonly<Record<string, string>> = {
  file_read: 'slyglass.files.FileRead',
  file_edit: 'slyglass.files.FileEdit',
  bash: 'slyglass.shell.Bash',
  requests_get: 'slyglass.web.RequestsGet',
}

/** A front man with one of the studio's own tools under another name. */
function playing(toolbox: string, args: string, more: { readonly studio?: object; readonly entry?: object } = {}) {
  const network = {
    llm_config: { model_name: 'gpt-4o', use_responses_api: false },
    ...(more.studio !== undefined && { studio: more.studio }),
    tools: [
      { name: 'front', function: { description: 'I ask.' }, instructions: 'AGENT:front Ask.', tools: ['own'] },
      { name: 'own', toolbox, ...more.entry },
    ],
  }
  const models = scriptedModels([
    { assistantTurns: 0, answer: { calls: [{ tool: 'own', args }] } },
    { answer: { content: 'Done.' } },
  ])
  const clock = new VirtualClock()
  const sources: HostCall['sources'][] = []
  const fake = fakeHosts({ [CLASSES[toolbox] ?? '']: () => 'it worked' })
  const watched = (call: HostCall) => {
    sources.push(call.sources)
    return fake.call(call)
  }
  const hosts = { ...fake, call: watched }
  const bench = testBench({ models, hosts, clock })
  const offered = () => JSON.parse(models.seen[0]?.body ?? '{}').tools[0].function
  return { bench, clock, request: testRequest(network, 'go', { source: 'chat' }), fake, sources, offered }
}

const ends = (log: readonly RunEvent[]) =>
  log.flatMap((event) => (isOf(event, 'tool.finished') ? [`${event.outcome} ${event.failure?.code ?? ''}`.trim()] : []))

describe("[N-78] the studio's own tools", () => {
  test('are offered with their whole schema to whoever lists them by name', async () => {
    const { bench, request, fake, offered } = playing('file_read', '{"file_path":"a.md","offset":3}')
    const log = await bench.run(request)
    expect(offered()).toMatchObject({ name: 'own', description: expect.stringContaining('Reads a text file') })
    expect(offered().parameters).toMatchObject({ required: ['file_path'], properties: { offset: { minimum: 1 } } })
    expect(fake.began).toEqual(['slyglass.files.FileRead {"file_path":"a.md","offset":3}'])
    expect(ends(log)).toEqual(['ok'])
  })

  test('check their arguments like any tool under rules', async () => {
    const { bench, request, fake } = playing('requests_get', '{"url":7}')
    expect(ends(await bench.run(request))).toEqual(['failed invalid-arguments'])
    expect(fake.began).toEqual([])
  })

  test.each(['bash', 'file_edit'])(
    '[U-88] %s is not run before a person agrees, whatever it is called',
    async (name) => {
      const args = name === 'bash' ? '{"command":"rm x"}' : '{"file_path":"x","old_string":"a","new_string":"b"}'
      const { bench, clock, request, fake } = playing(name, args)
      await bench.runtime.start(request)
      await clock.sleep(100)
      expect((await bench.log()).filter(({ type }) => type === 'approval.requested')).toHaveLength(1)
      expect(fake.began).toEqual([])
      await decide(bench.store, await bench.log(), 'own', { decision: 'approve' })
      await bench.runtime.settled(TEST_RUN)
      expect(ends(await bench.log())).toEqual(['ok'])
    },
  )

  test('[U-88] a command is refused where nobody agrees', async () => {
    const { bench, clock, request, fake } = playing('bash', '{"command":"rm x"}')
    await bench.runtime.start(request)
    await clock.sleep(100)
    await decide(bench.store, await bench.log(), 'own', { decision: 'reject' })
    await bench.runtime.settled(TEST_RUN)
    expect(ends(await bench.log())).toEqual(['denied rejected'])
    expect(fake.began).toEqual([])
  })

  test('are told where they run and what they may reach, by the nearest block', async () => {
    const studio = { environment: { network: 'off', workspace: 'data' }, fetch: { allow: ['127.0.0.1:80'] } }
    const entry = { studio: { fetch: { allow: ['127.0.0.1:81'] } } }
    const { bench, request, sources } = playing('file_read', '{"file_path":"a.md"}', { studio, entry })
    await bench.run(request)
    expect(sources.map(({ environment }) => environment)).toEqual([
      { sandbox: 'auto', network: 'off', workspace: 'data', fetchAllow: ['127.0.0.1:81'] },
    ])
  })
})
