import type { JsonObject } from '@slyglass/base'
import type { RunEvent } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { fakeHosts, scriptedModels, testBench, testRequest } from './testing/index.ts'

const INFO = `{
  shout { class = "voice.Shout", description = "Shouts.", parameters { type = object, properties { text { type = string } }, required = ["text"] } }
}`

/** A front man with shared tools, who calls the first; the toolbox file is named by the network or by a variable. */
async function play(tools: readonly string[], named: { network?: string; variable?: string }) {
  const network = {
    llm_config: { model_name: 'gpt-4o', use_responses_api: false },
    ...(named.network === undefined ? {} : { toolbox_info_file: named.network }),
    tools: [
      {
        name: 'front',
        function: { description: 'I ask.' },
        instructions: 'AGENT:front Ask.',
        tools: ['voice', 'clock'],
      },
      ...tools.map((toolbox, at) => ({ name: at === 0 ? 'voice' : 'clock', toolbox })),
    ],
  }
  const models = scriptedModels([
    { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: 'voice', args: '{"text":"hi"}' }] } },
    { agent: 'front', answer: { content: 'Done.' } },
  ])
  const hosts = fakeHosts({ 'voice.Shout': (args) => `${String(args.get('text'))}!` })
  const request = testRequest(network, 'go')
  const documents = [...request.documents, { path: 'toolbox/own.hocon', text: INFO }]
  const env: Record<string, string> = named.variable === undefined ? {} : { AGENT_TOOLBOX_INFO_FILE: named.variable }
  const log = await testBench({ models, hosts }).run({ ...request, documents, env })
  const offered: { function: { name: string; description: string } }[] = JSON.parse(models.seen[0]?.body ?? '{}').tools
  return { log, began: hosts.began, offered: offered.map((tool) => tool.function) }
}

describe('[N-77] a shared tool', () => {
  test.each([
    ['the network', { network: 'toolbox/own.hocon' }],
    ['a variable', { variable: 'toolbox/own.hocon' }],
  ])(
    'of the file that %s names is offered as that file describes it, beside the built-in ones',
    async (_who, named) => {
      const { offered, began, log } = await play(['shout', 'get_current_date_time'], named)
      expect(offered.map(({ name }) => name)).toEqual(['voice', 'clock'])
      expect(offered[0]).toMatchObject({ description: 'Shouts.', parameters: { required: ['text'] } })
      expect(offered[1]?.description).toContain('current date and time')
      expect(began).toEqual([expect.stringContaining('voice.Shout {"text":"hi"')])
      expect(log.at(-1)).toMatchObject({ outcome: 'ok', answer: 'Done.' })
    },
  )

  test('that no file has is told by its name', async () => {
    const { log } = await play(['nothing_like_it', 'get_current_date_time'], { network: 'toolbox/own.hocon' })
    expect(JSON.stringify(log)).toContain('nothing_like_it')
  })
})

describe('[N-96] a shared tool that needs what is not there', () => {
  const INFO_WITH_NEEDS = `{
    brave_search { class = "neuro_san_studio.coded_tools.brave_search.BraveSearch", description = "Searches.", parameters { type = object, properties { search_terms { type = string } } } }
    tavily { class = "langchain_tavily.TavilySearch" }
  }`
  const run = async (unmet: string | undefined, more: { mocks?: object; record?: readonly RunEvent[] } = {}) => {
    const network = {
      llm_config: { model_name: 'gpt-4o', use_responses_api: false },
      toolbox_info_file: 'toolbox/own.hocon',
      ...(more.mocks === undefined ? {} : { studio: { mocks: more.mocks, retries: 0 } }),
      tools: [
        {
          name: 'front',
          function: { description: 'I ask.' },
          instructions: 'AGENT:front Ask.',
          tools: ['search', 'deep'],
        },
        { name: 'search', toolbox: 'brave_search' },
        { name: 'deep', toolbox: 'tavily' },
      ],
    }
    const models = scriptedModels([
      { agent: 'front', assistantTurns: 0, answer: { calls: [{ tool: 'search', args: '{"search_terms":"x"}' }] } },
      { agent: 'front', answer: { content: 'Done.' } },
    ])
    const hosts = fakeHosts({ 'neuro_san_studio.coded_tools.brave_search.BraveSearch': () => 'found' })
    const request = testRequest(network, 'go')
    const documents = [...request.documents, { path: 'toolbox/own.hocon', text: INFO_WITH_NEEDS }]
    const asked: string[] = []
    const unmetNeeds = async (_request: unknown, info: JsonObject) => {
      asked.push(String(info.get('class')))
      return unmet
    }
    const bench = testBench({ models, hosts, unmetNeeds })
    const record = more.record === undefined ? {} : { record: { log: more.record, onDifference: 'fail' as const } }
    const log = await bench.run({ ...request, documents }, record)
    const tools: { function: { name: string } }[] = JSON.parse(models.seen[0]?.body ?? '{}').tools ?? []
    const notes = log.flatMap((event) => (event.type === 'note.noted' ? [event.text] : []))
    return { log, notes, asked, offered: tools.map((tool) => tool.function.name) }
  }

  test('is not offered, and the reason is told before anything is called', async () => {
    const { offered, notes, log } = await run('It needs BRAVE_API_KEY.')
    expect(offered).toEqual([])
    expect(notes.slice(0, 2)).toEqual([
      `Failed to create Agent/tool 'search': the toolbox tool "brave_search" cannot be called here. It needs BRAVE_API_KEY.`,
      `Failed to create Agent/tool 'deep': the toolbox tool "tavily" cannot be called here. It needs BRAVE_API_KEY.`,
    ])
    expect(log.at(-1)).toMatchObject({ outcome: 'ok' })
  })

  test('is offered where all is there', async () => {
    const { offered } = await run(undefined)
    expect(offered).toContain('search')
  })

  test('is offered where a mock stands for it', async () => {
    const { offered, log } = await run('It needs BRAVE_API_KEY.', { mocks: { search: { result: 'made up' } } })
    expect(offered).toContain('search')
    expect(log.find((event) => event.type === 'tool.finished')).toMatchObject({ outcome: 'ok', text: 'made up' })
  })

  test('[M1.4] a replay asks nobody what is there', async () => {
    const { log } = await run('It needs BRAVE_API_KEY.')
    const again = await run(undefined, { record: log })
    expect([again.asked, again.log.at(-1)]).toMatchObject([[], { outcome: 'ok' }])
  })
})
