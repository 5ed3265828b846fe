import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runId, spanId } from '@slyglass/base'
import type { HostReply, ToolSources } from '@slyglass/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const AUDIT = `
from langchain.agents.middleware import AgentMiddleware, hook_config
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.types import Command

class Audit(AgentMiddleware):
    def __init__(self, label="", **given):
        super().__init__()
        self.label = label
        self.given = given
        self.count = 0

    async def abefore_agent(self, state, runtime):
        await self.given["progress_reporter"].async_report_progress({"stage": 1}, "here")
        self.given["sly_data"]["seen_by"] = self.given["origin_str"]

    async def abefore_model(self, state, runtime):
        self.count += 1
        return {"messages": [HumanMessage(content=f"{self.count} {self.label}")], "notes": [state["messages"][0].content]}

    def after_model(self, state, runtime):
        last = state["messages"][-1]
        return {"messages": [RemoveMessage(id=state["messages"][0].id), AIMessage(content="X", id=last.id)]}

    async def awrap_model_call(self, request, handler):
        only = [one for one in request.tools if one.name == "a"]
        answer = await handler(request.override(system_prompt=request.system_prompt + "!", tools=only, model_settings={"temperature": 0.5}))
        return answer

    async def awrap_tool_call(self, request, handler):
        call = {**request.tool_call, "args": {**request.tool_call["args"], "n": 3.0}}
        result = await handler(request.override(tool_call=call))
        return ToolMessage(content=result.content.upper(), tool_call_id=result.tool_call_id)

class Gate(AgentMiddleware):
    @hook_config(can_jump_to=["end"])
    async def abefore_model(self, state, runtime):
        return {"messages": [AIMessage(content="Stopped.")], "jump_to": "end"}

class Kit(AgentMiddleware):
    def __init__(self):
        super().__init__()
        @tool
        async def remember(topic: str, times: int = 3) -> str:
            """Keeps a fact."""
            return f"kept {topic} {times}"
        @tool
        def mark(topic: str):
            """Marks."""
            return Command(update={"marks": [topic], "messages": [ToolMessage(content="marked", tool_call_id="c")]})
        self.tools = [remember, mark]

class Broken(AgentMiddleware):
    async def abefore_model(self, state, runtime):
        raise ValueError("no good")
    async def awrap_model_call(self, request, handler):
        return await handler(request)

class Strict(AgentMiddleware):
    def __init__(self, word):
        super().__init__()

class Nothing:
    pass
`

let test_hosts: TestHosts
let sources: ToolSources
beforeAll(async () => {
  test_hosts = await startTestHosts()
  const project = writeProject({
    'audit.py': AUDIT,
    'skills/greet/SKILL.md': '---\nname: greet\ndescription: >\n  How to greet\n  people\n---\nSay hello to {name}.\n',
    'skills/greet/words.txt': 'hello',
    'secret.txt': 'not a skill',
  })
  mkdirSync(join(project, 'coded_tools'))
  sources = projectSources(project)
})
afterAll(() => test_hosts.dispose())

interface StepOptions {
  readonly told?: object
  readonly args?: object
  readonly handler?: (changed: unknown) => object | Error
  readonly instance?: string
  readonly sly?: Readonly<Record<string, string>>
}

interface Stepped {
  readonly reply: HostReply
  readonly answer: Record<string, unknown>
  readonly asked: readonly unknown[]
  readonly progress: readonly unknown[]
}

let counter = 0

async function step(className: string, hook: string, options: StepOptions = {}): Promise<Stepped> {
  const { told = {}, args = {}, handler, instance = className, sly = {} } = options
  const make = { index: 0, agent: 'front', args, chatHistory: [{ role: 'user', content: 'before', id: 'h' }] }
  const [asked, progress]: [unknown[], unknown[]] = [[], []]
  counter += 1
  const reply = await test_hosts.hosts.call({
    run: runId('run_middleware'),
    span: spanId(`step_${counter}`),
    sources,
    className,
    args: JSON.stringify({ make, ...told }),
    origin: [
      { tool: 'front', instantiation_index: 1 },
      { tool: className.split('.').at(-1) ?? '', instantiation_index: 1 },
    ],
    idempotencyKey: `key_${counter}`,
    sly: new Map(Object.entries(sly)),
    signal: new AbortController().signal,
    middleware: {
      instance,
      hook,
      async handler(text) {
        asked.push(JSON.parse(text))
        const said = handler?.(JSON.parse(text)) ?? {}
        if (said instanceof Error) return { ok: false, kind: 'value', message: said.message }
        return { ok: true, text: JSON.stringify(said) }
      },
    },
    onStart: async () => undefined,
    onOutput: () => undefined,
    onProgress: (structure, text) => progress.push([structure, text]),
  })
  const answer = reply.ok ? JSON.parse(reply.value ?? '{}') : {}
  return { reply, answer, asked, progress }
}

const TALK = [
  { role: 'user', content: 'hi', id: 'h1' },
  { role: 'assistant', content: 'hello', id: 'a1' },
]
const TOOLS = ['a', 'b'].map((name) => ({ name, description: name, parameters: { type: 'object', properties: {} } }))
const REQUEST = { messages: TALK, extra: {}, system: 'Work.', model: 'm', tools: TOOLS }
const ARGS = { label: 'one', sly_data: 0, origin_str: null, progress_reporter: true }

describe('a class of middleware without langchain', () => {
  test('is made with the arguments of the network, and says what it implements', async () => {
    const { answer } = await step('audit.Audit', 'create', { args: ARGS })
    expect(answer).toEqual({
      name: 'Audit',
      hooks: ['before_agent', 'before_model', 'after_model', 'wrap_model_call', 'wrap_tool_call'],
      jumps: {},
      tools: [],
    })
    expect((await step('audit.Gate', 'create')).answer.jumps).toEqual({ before_model: ['end'] })
  })

  test('has the live sly data, its own origin, and reports progress from every step', async () => {
    const { reply, progress } = await step('audit.Audit', 'before_agent', {
      told: { messages: TALK, extra: {} },
      args: ARGS,
      sly: { a: '1' },
    })
    expect(progress).toEqual([['{"stage":1}', 'here']])
    expect(reply.sly.set).toEqual({ seen_by: '"front.Audit"' })
  })

  test('stays one instance through the run; where it was lost it is made anew and says so', async () => {
    const before = (instance: string) =>
      step('audit.Audit', 'before_model', { told: { messages: TALK, extra: {} }, args: ARGS, instance })
    await step('audit.Audit', 'create', { args: ARGS, instance: 'kept' })
    await before('kept')
    const { answer } = await before('kept')
    expect(answer).toEqual({
      messages: [{ role: 'user', content: '2 one', id: null }],
      extra: { notes: ['hi'] },
    })
    expect((await before('lost')).answer).toMatchObject({ renewed: true, messages: [{ content: '1 one' }] })
  })

  test('a hook written without async runs too; messages are removed and replaced by id', async () => {
    const { answer } = await step('audit.Audit', 'after_model', { told: { messages: TALK, extra: {} }, args: ARGS })
    expect(answer.messages).toEqual([
      { role: 'remove', content: '', id: 'h1' },
      { role: 'assistant', content: 'X', id: 'a1' },
    ])
  })

  test('says only what it changes in a request, and hands an untouched answer on by its id', async () => {
    const said = { role: 'assistant', content: '', id: 'ai', calls: [{ id: 'c', tool: 'a', args: '{"n": 3.0}' }] }
    const { answer, asked } = await step('audit.Audit', 'wrap_model_call', {
      told: REQUEST,
      args: ARGS,
      handler: () => ({ messages: [said] }),
    })
    expect(asked).toEqual([{ system: 'Work.!', tools: ['a'], settings: { temperature: 0.5 } }])
    expect(answer).toMatchObject({ result: [{ ...said, keep: 'ai' }] })
  })

  test('changes the arguments of a call, with their digits, and what is read of its result', async () => {
    const call = { id: 'c', tool: 'a', args: '{"key": 12345678901234567890}' }
    const { answer, asked } = await step('audit.Audit', 'wrap_tool_call', {
      told: { messages: TALK, extra: {}, call, tool: TOOLS[0] },
      args: ARGS,
      handler: () => ({ text: 'found', number: 0 }),
    })
    expect(asked).toEqual([{ call: { id: 'c', tool: 'a', args: '{"key": 12345678901234567890, "n": 3.0}' } }])
    expect(answer).toEqual({ text: 'FOUND' })
  })

  test('brings tools along: their schema comes from the function, their state goes with the result', async () => {
    const { answer } = await step('audit.Kit', 'create')
    expect(answer.tools).toMatchObject([{ name: 'remember', description: 'Keeps a fact.' }, { name: 'mark' }])
    expect(JSON.parse((answer.tools as { parametersJson: string }[])[0]?.parametersJson ?? '')).toEqual({
      properties: { topic: { type: 'string' }, times: { default: 3, type: 'integer' } },
      required: ['topic'],
      type: 'object',
    })
    const call = (tool: string) => ({ told: { call: { id: 'c', tool, args: '{"topic":"bob"}' } } })
    expect((await step('audit.Kit', 'tool', call('remember'))).answer).toEqual({ text: 'kept bob 3' })
    expect((await step('audit.Kit', 'tool', call('mark'))).answer).toEqual({
      text: 'marked',
      extra: { marks: ['bob'] },
    })
  })

  test('what it raises, and what a wrapped call failed with, are told apart', async () => {
    const told = { messages: TALK, extra: {} }
    const raised = await step('audit.Broken', 'before_model', { told })
    expect(raised.reply).toMatchObject({ ok: false, text: 'no good', failure: { code: 'middleware-value' } })
    const failed = await step('audit.Broken', 'wrap_model_call', { told: REQUEST, handler: () => new Error('busy') })
    expect(failed.reply).toMatchObject({ ok: false, failure: { code: 'call-failed', message: 'busy' } })
  })

  test.each([
    ['audit.Nobody', {}, '\nProblems loading class audit.Nobody'],
    ['nowhere.Audit', {}, '\nProblems loading class nowhere.Audit'],
    ['Audit', {}, '\nProblems loading class Audit'],
    [
      'audit.Nothing',
      {},
      '\nProblems loading class audit.Nothing: Class Nothing in AgentMiddleware at index 0 of front must be',
    ],
    [
      'audit.Strict',
      { letter: 1 },
      '\nProblems creating AgentMiddleware instance of audit.Strict: Strict.__init__() got',
    ],
  ])('%s cannot be made, in the words that clients know', async (className, args, text) => {
    const { reply } = await step(className, 'create', { args })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'middleware-setup' } })
    expect(reply.text.slice(0, text.length)).toBe(text)
  })
})

describe('middleware that comes along', () => {
  const PII = 'langchain.agents.middleware.PIIMiddleware'
  const clean = async (args: object, content: string) => {
    const told = { messages: [{ role: 'user', content, id: 'h' }], extra: {} }
    const { answer } = await step(PII, 'before_model', { told, args, instance: JSON.stringify(args) })
    return (answer.messages as { content: string }[] | undefined)?.[0]?.content
  }

  test.each([
    [{ pii_type: 'phone_number', detector: '[0-9]{3}-[0-9]{4}' }, 'call 867-5309', 'call [REDACTED_PHONE_NUMBER]'],
    [{ pii_type: 'email', strategy: 'mask' }, 'to jane.doe@example.org', 'to jane.doe@****.org'],
    [{ pii_type: 'credit_card', strategy: 'mask' }, '4111-1111-1111-1111', '****-****-****-1111'],
    [{ pii_type: 'ip', strategy: 'hash' }, 'at 10.0.0.1', 'at <ip_hash:be4b2e6d>'],
    [{ pii_type: 'credit_card' }, 'no card: 4111-1111-1111-1112', undefined],
  ])('%o in "%s"', async (args, content, expected) => {
    const found = await clean(args, content)
    expect(expected === undefined ? found : found?.replace(/hash:\w+/, 'hash:be4b2e6d')).toBe(expected)
  })

  test('a skill is told by name and description, its text on demand, its files only from its folder', async () => {
    const skills = 'middleware.agent_skills_middleware.AgentSkillsMiddleware'
    const args = { skill_sources: ['skills'], keep_skill_in_context: true }
    const { answer } = await step(skills, 'create', { args })
    expect((answer.tools as { name: string }[]).map(({ name }) => name)).toEqual([
      'get_full_skill_content',
      'load_skill_resource_local',
      'load_skill_resource_remote',
    ])
    const ask = async () => {
      const handler = () => ({ messages: [] })
      const { asked } = await step(skills, 'wrap_model_call', { told: REQUEST, args, handler })
      return (asked[0] as { system: string }).system
    }
    expect(await ask()).toContain('- greet: How to greet people')
    expect(await ask()).not.toContain('Say hello')
    const use = async (tool: string, given: object) => {
      const call = { id: 'c', tool, args: JSON.stringify(given) }
      return (await step(skills, 'tool', { told: { call }, args })).answer.text
    }
    expect(await use('get_full_skill_content', { skill_name: 'greet' })).toBe('Say hello to {name}.')
    expect(await ask()).toContain('Say hello to {name}.')
    expect(await use('load_skill_resource_local', { resource_path: 'words.txt' })).toBe('hello')
    expect(await use('load_skill_resource_local', { resource_path: '../../secret.txt' })).toBe(
      '../../secret.txt is no file of a skill.',
    )
    expect(await use('load_skill_resource_remote', { resource_url: 'http://127.0.0.1:9/x' })).toContain('no skill')
  })

  test('a skill may come from the web', async () => {
    const server = createServer((request, response) => {
      const pages: Record<string, string> = {
        '/s/SKILL.md': '---\nname: far\ndescription: "Far away"\n---\nText.',
        '/s/more.txt': 'more',
      }
      response.end(pages[request.url ?? ''] ?? '')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/s`
    const args = { skill_sources: [base] }
    const use = async (tool: string, given: object) => {
      const call = { id: 'c', tool, args: JSON.stringify(given) }
      const options = { told: { call }, args, instance: 'far' }
      return (await step('middleware.agent_skills_middleware.AgentSkillsMiddleware', 'tool', options)).answer.text
    }
    expect(await use('get_full_skill_content', { skill_name: 'far' })).toBe('Text.')
    expect(await use('load_skill_resource_remote', { resource_url: 'more.txt' })).toBe('more')
    server.close()
  })

  test.each(['json_file', 'markdown_file'])('memory in %s outlives the instance', async (backend) => {
    const memory = 'middleware.persistent_memory.persistent_memory_middleware.PersistentMemoryMiddleware'
    const args = {
      origin_str: true,
      memory_config: {
        storage: { backend, folder_name: `memory_${backend}`, file_name: 'facts' },
        summarization: { max_topic_size: 20 },
        enabled_operations: ['create', 'read', 'append', 'search', 'list', 'delete'],
      },
    }
    let instance = 0
    const use = async (given: object) => {
      const call = { id: 'c', tool: 'persistent_memory', args: JSON.stringify(given) }
      instance += 1
      return (await step(memory, 'tool', { told: { call }, args, instance: `${backend} ${instance}` })).answer.text
    }
    expect(await use({ operation: 'list' })).toBe('Nothing is known yet.')
    await use({ operation: 'create', topic: 'mike', content: 'works in Sales' })
    expect(await use({ operation: 'read', topic: 'mike' })).toBe('works in Sales')
    expect(await use({ operation: 'append', topic: 'mike', content: 'likes mail' })).toContain('oldest')
    expect(await use({ operation: 'search', query: 'who likes what' })).toBe('mike: likes mail')
    expect(await use({ operation: 'delete', topic: 'mike' })).toBe('mike is forgotten.')
    expect(await use({ operation: 'read', topic: 'mike' })).toBe('Nothing is known about mike.')
    if (backend === 'json_file')
      expect(JSON.parse(readFileSync(join(sources.projectRoot, 'memory_json_file', 'facts.json'), 'utf8'))).toEqual({
        'front.PersistentMemoryMiddleware': {},
      })
  })
})
