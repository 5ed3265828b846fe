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
