import { isOf } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { fakeHosts, scriptedModels, testBench, testRequest, toldTexts } from '../testing/index.ts'

const call = (tool: string, args: object) => ({ tool, args: JSON.stringify(args) })

/** An agent with entries that name shared todo tools, one of them under a name of its own. */
const network = {
  llm_config: { model_name: 'gpt-4o' },
  tools: [
    {
      name: 'desk',
      function: { description: 'I plan.' },
      instructions: 'AGENT:desk Plan.',
      tools: ['note_down', 'list_todos', 'complete_todo'],
    },
    { name: 'note_down', toolbox: 'add_todo' },
    { name: 'list_todos', toolbox: 'list_todos' },
    { name: 'complete_todo', toolbox: 'complete_todo' },
  ],
}

test('[U-48] [U-60] todo tools are shared tools, which an entry may name as its own', async () => {
  const models = scriptedModels([
    { assistantTurns: 0, answer: { calls: [call('note_down', { text: 'water the plants' })] } },
    { assistantTurns: 1, answer: { calls: [call('complete_todo', { id: 1 }), call('complete_todo', { id: 9 })] } },
    { assistantTurns: 2, answer: { calls: [call('list_todos', { status: 'completed' })] } },
    { answer: { content: 'done' } },
  ])
  const hosts = fakeHosts({})
  const bench = testBench({ models, hosts })
  const log = await bench.run(testRequest(network, 'go', { source: 'chat' }))
  const told = toldTexts(models.seen)
  expect(told[0]).toContain('"message":"Todo added: water the plants"')
  expect(told[0]).not.toContain('__update_context__')
  expect(told[1]).toContain('"message":"Todo completed: water the plants"')
  expect(told[2]).toContain('"available_ids":[1]')
  expect(told[3]).toContain('"total":1')
  expect(hosts.began).toEqual([])
  expect(log.filter((event) => isOf(event, 'context.changed')).length).toBeGreaterThanOrEqual(2)
  const offered = models.seen[0]?.body ?? ''
  expect(offered).toContain('"name":"note_down"')
  expect(offered).toContain('Adds something to do to the list.')
})

test('[U-48] an agent that keeps a list names its tools without entries, and nobody is warned of them', async () => {
  const models = scriptedModels([{ answer: { content: 'done' } }])
  const desk = { name: 'desk', function: { description: 'I plan.' }, instructions: 'AGENT:desk Plan.' }
  const planner = {
    llm_config: { model_name: 'gpt-4o' },
    studio: { todos: { enabled: true } },
    tools: [{ ...desk, tools: ['add_todo', 'list_todos'] }],
  }
  const log = await testBench({ models, hosts: fakeHosts({}) }).run(testRequest(planner, 'go', { source: 'chat' }))
  expect(log.filter((event) => isOf(event, 'note.noted'))).toEqual([])
  const offered = models.seen[0]?.body ?? ''
  for (const name of ['add_todo', 'list_todos']) expect(offered).toContain(`"name":"${name}"`)
  expect(offered).not.toContain('"name":"delete_todo"')
})
