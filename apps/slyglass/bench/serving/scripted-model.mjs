// A model without delay, in a process of its own so that its work is nobody's figure: it calls every tool that is offered
// once, then answers. Prints its port.
import { createServer } from 'node:http'

const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }

function answerTo({ messages, tools = [], model }) {
  const done = messages.some(({ role }) => role === 'tool')
  const calls = done
    ? []
    : tools.map(({ function: { name, parameters } }, at) => ({
        id: `call_${at}`,
        type: 'function',
        function: { name, arguments: argumentsFor(parameters) },
      }))
  const message = { role: 'assistant', content: calls.length > 0 ? null : 'All is done.' }
  if (calls.length > 0) message.tool_calls = calls
  const choice = { index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }
  return { id: 'answer', object: 'chat.completion', created: 0, model, choices: [choice], usage: USAGE }
}

function argumentsFor(parameters) {
  const values = Object.entries(parameters?.properties ?? {}).map(([name, { type }]) => [
    name,
    type === 'string' ? 'x' : 1,
  ])
  return JSON.stringify(Object.fromEntries(values))
}

const server = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const body = JSON.stringify(answerTo(JSON.parse(Buffer.concat(parts).toString('utf8'))))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
