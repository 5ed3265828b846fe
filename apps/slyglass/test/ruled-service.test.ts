// A network under rules through the whole service, with a real Python host: what clients read, and what nobody can be asked.
import { describe, expect, test, vi } from 'vitest'
import { putFiles } from './support/folders.ts'
import { openRoom } from './support/service-room.ts'

const CALLS = ['flaky', 'broken', 'danger', 'slow'].map((name) => ({ name, arguments: { what: name } }))
const parameters = 'parameters { type = object, required = [what], properties { what { type = string } } }'
const entry = (name: string, more = '') =>
  `{ name = ${name}, class = "work.${name[0]?.toUpperCase()}${name.slice(1)}", ${more} function { description = "Does ${name} work.", ${parameters} } }`

const FILES = {
  'registries/desk.hocon': `{
    metadata { description = "works" }
    studio { timeout_ms = 2000 }
    tools = [
      { name = desk, instructions = "Work.", tools = [flaky, broken, danger, slow], function { description = "Works for you." } }
      ${entry('flaky')}, ${entry('broken')}, ${entry('danger', 'studio.requires_approval = true,')}
      ${entry('slow', 'studio { timeout_ms = 300, retries = 0 },')}
    ]
  }`,
  'registries/desk.offline.json': JSON.stringify({
    rules: [
      { agent: 'desk', tool_results: 0, answer: { tool_calls: CALLS } },
      { agent: 'desk', tool_results: 4, answer: { content: 'Done.' } },
    ],
  }),
  'coded_tools/work.py': `
import asyncio
from neuro_san.interfaces.coded_tool import CodedTool

class Flaky(CodedTool):
    async def async_invoke(self, args, sly_data):
        sly_data["tries"] = sly_data.get("tries", 0) + 1
        if sly_data["tries"] == 1:
            raise ValueError("not yet")
        return {"tries": sly_data["tries"]}

class Broken(CodedTool):
    async def async_invoke(self, args, sly_data):
        raise ValueError("never")

class Danger(CodedTool):
    async def async_invoke(self, args, sly_data):
        return "done"

class Slow(CodedTool):
    async def async_invoke(self, args, sly_data):
        await asyncio.sleep(30)
`,
}

interface Line {
  readonly response: {
    readonly type: string
    readonly text?: string
    readonly tool_result_origin?: readonly { readonly tool: string }[]
  }
}

describe('a served network under rules', () => {
  test('[U-20] [U-43] [U-85] tells clients one result a call, as the model read it', async () => {
    const room = await openRoom()
    putFiles(room.folder, FILES)
    await vi.waitFor(async () => expect(JSON.stringify(await room.list())).toContain('works'), 60_000)
    const body = { user_message: { text: 'go' }, chat_filter: { chat_filter_type: 'MAXIMAL' } }
    const answer = await room.chat(body)
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    const results = lines
      .filter(({ response }) => response.type === 'AGENT_TOOL_RESULT')
      .map(({ response }) => response.text ?? '')
    expect(results[0]).toBe("{'tries': 2}")
    expect(results[1]).toMatch(
      /^Tool execution failed: broken\nError: Tool execution failed: ValueError: never\nAttempts: 2\n/,
    )
    expect(results[2]).toMatch(
      /^Tool execution failed: slow\nError: Tool execution failed: slow timed out after 300 ms\nAttempts: 1\n/,
    )
    expect(results).toHaveLength(3)
    expect(lines.at(-1)?.response.text).toBe('Done.')
  })
})
