// The same work with nothing around it: a route, the `openai` package, and a loop over tool calls. It keeps no log, knows no
// private values and streams nothing but the answer. Prints its port. BASE_URL says where the model is.
// Its tool in Python answers lines of JSON in a child process: the least that a tool in another language costs.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import OpenAI from 'openai'

const client = new OpenAI({ apiKey: 'dummy', baseURL: process.env.BASE_URL, maxRetries: 0 })

const tool = (name, property, type) => ({
  type: 'function',
  function: {
    name,
    description: `The ${name} of the desk.`,
    parameters: { type: 'object', properties: { [property]: { type } }, required: [property] },
  },
})
const add = async (args) => JSON.stringify({ total: JSON.parse(args).number + 3 })

const ADDER = `
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "result": json.dumps({"total": asked["args"]["number"] + 3})}), flush=True)
`
const waiting = new Map()
let asked = 0
let child
const addInPython = (args) => {
  child ??= startPython()
  asked += 1
  child.stdin.write(`${JSON.stringify({ id: asked, args: JSON.parse(args) })}\n`)
  return new Promise((resolve) => waiting.set(asked, resolve))
}

function startPython() {
  const python = spawn('python3', ['-c', ADDER], { stdio: ['pipe', 'pipe', 'inherit'] })
  createInterface({ input: python.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line)
    waiting.get(id)(result)
    waiting.delete(id)
  })
  return python
}

const ask = (args) => converse('Answer in one word.', `The question is '${JSON.parse(args).question}'`, [], {})

const desks = {
  one: { tools: [], run: {} },
  python: { tools: [tool('adder', 'number', 'number')], run: { adder: addInPython } },
  typescript: { tools: [tool('adder', 'number', 'number')], run: { adder: add } },
  team: {
    tools: ['east', 'north', 'west'].map((name) => tool(name, 'question', 'string')),
    run: { east: ask, north: ask, west: ask },
  },
}

async function converse(system, user, tools, run) {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  for (;;) {
    const offered = tools.length > 0 ? { tools } : {}
    const answer = await client.chat.completions.create({ model: 'gpt-4o', messages, temperature: 0.7, ...offered })
    const { message } = answer.choices[0]
    messages.push(message)
    if (message.tool_calls === undefined) return message.content
    const results = await Promise.all(
      message.tool_calls.map((call) => run[call.function.name](call.function.arguments)),
    )
    for (const [at, call] of message.tool_calls.entries())
      messages.push({ role: 'tool', tool_call_id: call.id, content: results[at] })
  }
}

const server = createServer((request, response) => {
  const [, name] = /^\/api\/v1\/(\w+)\/streaming_chat$/.exec(request.url) ?? []
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', async () => {
    const { user_message } = JSON.parse(Buffer.concat(parts).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json-lines' })
    const { tools, run } = desks[name]
    const text = await converse('Work.', user_message.text, tools, run)
    response.end(`${JSON.stringify({ response: { type: 'AGENT_FRAMEWORK', text, chat_context: {} } })}\n`)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
