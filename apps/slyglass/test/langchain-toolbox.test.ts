// A shared tool that is a class of LangChain: run by a Python that has it (`npm run clients` makes one), told where it is not.
import { spawnSync } from 'node:child_process'
import { startFakeOpenAi } from '@slyglass/models/testing'
import { describe, expect, test } from 'vitest'
import { converse, eventsOf, must } from './support/conversations.ts'
import { installedClients } from './support/installed-clients.ts'
import { studioPerTest } from './support/test-studio.ts'

const { agentCli: withLangChain } = installedClients()

const FILES = {
  'registries/desk.hocon': `{
    llm_config { model_name = "gpt-4o", use_responses_api = false }
    toolbox_info_file = "toolbox/own.hocon"
    tools = [
      { name = desk, function { description = "Answers." }, instructions = "Answer.", tools = [counter] }
      { name = counter, toolbox = letter_counter, args { unit = letters } }
    ]
  }`,
  'toolbox/own.hocon': 'letter_counter { class = "lettercounts.LetterCounter", args { unit = signs } }',
  'lettercounts.py': `from langchain_core.tools import BaseTool

class LetterCounter(BaseTool):
    name: str = "letter_counter"
    description: str = "Counts the letters of a text."
    unit: str = "signs"

    def _run(self, text: str) -> str:
        return f"{len(text)} {self.unit}"
`,
}

const { startTrusted, now } = studioPerTest(FILES)

async function play(python: string | undefined) {
  const call = { id: 'c1', name: 'counter', arguments: '{"text":"grüße"}' }
  const rules = [{ assistant_turns: 0, answer: { tool_calls: [call] } }, { answer: { content: 'Counted.' } }]
  const endpoint = await startFakeOpenAi({ script: { rules } })
  try {
    const env = { PYTHONPATH: now.folder, ...(python === undefined ? {} : { SLYGLASS_PYTHON: python }) }
    const { client, project } = await startTrusted({ env })
    await must(client.saveModel({ baseUrl: endpoint.baseUrl, modelName: null }))
    const { events } = await converse(client, { project, network: 'desk', message: 'How long is it?' })
    const tools = endpoint.requests.map(({ body }) => JSON.parse(body).tools)
    return { events, tools, notes: eventsOf(events, 'note.noted').map(({ text }) => text) }
  } finally {
    await endpoint.close()
  }
}

describe.skipIf(withLangChain === undefined)('where the interpreter has LangChain', () => {
  test('[N-7] a toolbox entry with a LangChain class is called through the Python host as it is', async () => {
    const { events, tools, notes } = await play(withLangChain)
    expect(notes).toEqual([])
    expect(tools[0]).toMatchObject([
      {
        function: { name: 'counter', description: 'Counts the letters of a text.', parameters: { required: ['text'] } },
      },
    ])
    expect(eventsOf(events, 'tool.started')).toMatchObject([{ tool: 'counter', kind: 'toolbox-tool' }])
    // The entry's own arguments win over those of the toolbox.
    expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'ok', text: '5 letters' }])
    expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok', answer: 'Counted.' }])
  })
})

const hasNone = spawnSync('python3', ['-c', 'import langchain_core']).status !== 0

describe.skipIf(!hasNone)('where it has none', () => {
  test('[N-7] the entry is told with what to install, is not offered, and the run goes on', async () => {
    const { events, tools, notes } = await play(undefined)
    expect(notes.join('\n')).toMatch(/'counter'.*which this Python does not have.*pip install langchain-core/)
    expect(tools[0] ?? []).toEqual([])
    expect(eventsOf(events, 'run.finished')).toMatchObject([{ outcome: 'ok' }])
  })
})
