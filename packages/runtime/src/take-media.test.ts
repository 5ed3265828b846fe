import { type Json, type JsonText, toJson } from '@slyglass/base'
import { describe, expect, test } from 'vitest'
import { takeMedia } from './take-media.ts'
import { fakeHosts, nodeDigests, scriptedModels, testBench, testRequest } from './testing/index.ts'

const BYTES = 'iVBORw0KGgoAAAANSUhEUg=='
const PICTURE = { mime_type: 'image/png', mime_bytes: BYTES, name: 'light.png' }

/** A front man whose tool returns this. */
async function draw(returned: unknown, studio: object = {}) {
  const tools = [
    { name: 'front', function: { description: 'I draw.' }, instructions: 'AGENT:front Draw.', tools: ['pen'] },
    { name: 'pen', function: { description: 'Draws.' }, class: 'pen.Pen' },
  ]
  const network = { llm_config: { model_name: 'gpt-4o', use_responses_api: false }, tools, ...studio }
  const models = scriptedModels([
    { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: 'pen', args: '{}' }] } },
    { agent: 'front', answer: { content: 'Done.' } },
  ])
  const value: Json = toJson(returned)
  const bench = testBench({ models, hosts: fakeHosts({ 'pen.Pen': () => value }) })
  const log = await bench.run(testRequest(network, 'go'))
  const answers = log.flatMap((event) => (event.type === 'attempt.finished' ? [event.answer] : []))
  const answer = answers.find((one) => one?.of === 'tool')
  return { log, bench, answer, requests: models.seen.map(({ body }) => body) }
}

describe('[N-41] media in what a tool returned', () => {
  test.each([
    ['as neuro-san', {}],
    ['under rules', { studio: { parallel_tool_calls: false } }],
    ['with results told as JSON', { studio: { tool_results: 'json' } }],
    ['where a mock answers', { studio: { mocks: { pen: { result: { picture: 'A light', mime_data: [PICTURE] } } } } }],
  ])('are kept beside the log, %s; the model reads a reference and no byte', async (_how, studio) => {
    const { log, bench, answer, requests } = await draw({ picture: 'A light', mime_data: [PICTURE] }, studio)
    const [ref] = answer?.of === 'tool' ? (answer.media ?? []) : []
    expect(ref).toMatchObject({ kind: 'image', mimeType: 'image/png', bytes: 16, name: 'light.png' })
    expect(await bench.store.chunk(ref?.sha as never)).toBe(BYTES)
    expect(requests).toHaveLength(2)
    expect(requests.join() + JSON.stringify(log)).not.toContain(BYTES)
    expect(requests[1]).toContain(`media:${ref?.sha.slice(0, 16)}`)
    expect(requests[1]).toContain('light.png')
  })

  test.each([
    ['no list', 'image/png'],
    ['no picture, sound or film', [{ ...PICTURE, mime_type: 'text/html' }]],
    ['no base64', [{ ...PICTURE, mime_bytes: 'hello world' }]],
    ['no object', ['x']],
  ])('that are %s stay as they are', async (_what, mime_data) => {
    const { answer } = await draw({ mime_data })
    expect(answer).not.toHaveProperty('media')
    expect(answer).toMatchObject({ value: JSON.stringify({ mime_data }) })
  })

  test('stand in the order of the tool, each with its kind', async () => {
    const sound = { mime_type: 'audio/wav', mime_bytes: 'UklGRg==' }
    const { answer } = await draw({ mime_data: [sound, PICTURE, { mime_type: 'image/png' }] })
    expect(answer?.of === 'tool' ? answer.media?.map(({ kind, bytes }) => [kind, bytes]) : []).toEqual([
      ['audio', 4],
      ['image', 16],
    ])
  })
})

test('a result without media is not looked into', async () => {
  const { answer } = await draw({ equals: 3 })
  expect(answer).toEqual({ of: 'tool', text: "{'equals': 3}", value: '{"equals":3}' })
})

test('[N-41] what a tool has shown beside its result is kept once, and its text stays as it is', () => {
  const shown = { mimeType: 'video/mp4', base64: BYTES, name: 'film.mp4' }
  const odd = { mimeType: 'text/html', base64: BYTES, name: 'page.html' }
  const host = { sly: { set: {}, del: [], opaque: {} }, reads: [], abandoned: false, synchronous: false } as const
  const reply = { ...host, ok: true, text: 'Done.', value: '"Done."' as JsonText, media: [shown, odd, shown] } as const
  const { reply: kept, media, chunks } = takeMedia(reply, nodeDigests)
  expect(kept).toMatchObject({ text: 'Done.', value: '"Done."' })
  expect(media).toMatchObject([{ kind: 'video', mimeType: 'video/mp4', name: 'film.mp4', bytes: 16 }])
  expect(chunks[0]).toMatchObject({ sha: media[0]?.sha, text: BYTES })
})
