// Conversations of more than one turn that the built program holds by itself: in the terminal, and in data-driven tests.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { deskFiles, newFolder, putFiles, removeFolder } from './support/folders.ts'

const NETWORK = `{
  llm_config { model_name = "gpt-4o" }
  studio { todos.enabled = true, session { max_turns = 2 } }
  tools = [
    { name = Desk, function.description = "Keeps a list.", instructions = "Keep the list.", tools = ["add_todo", "list_todos"] }
  ]
}`
const RULES = [
  { user: 'note', tool_results: 0, answer: { tool_calls: [{ name: 'add_todo', arguments: { text: 'tea' } }] } },
  { user: 'list', tool_results: 0, answer: { tool_calls: [{ name: 'list_todos', arguments: {} }] } },
  { tool: '"total":(\\d+)', answer: { content: 'there are {{tool.1}}' } },
  { tool: 'Todo added', answer: { content: 'noted' } },
]
const TEST = `{
  agent = desk
  interactions = [
    { text = "note it", response { text { keywords = noted } } }
    { text = "list", response { text { keywords = "there are 1" } } }
    { text = "list", continue_conversation = false, response { text { keywords = "max_turns = 2" } } }
    { text = "list", response { text { keywords = "there are 0" } } }
  ]
}`

let program: BuiltProgram
let home = ''

beforeAll(async () => {
  program = await buildProgram()
  home = putFiles(newFolder(), deskFiles(NETWORK, RULES, { 'tests/desk.hocon': TEST }))
})
afterAll(() => {
  removeFolder(home)
})

function run(args: readonly string[], input: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SLYGLASS_HOME: join(home, 'data') }
  const options = { cwd: home, env, input, encoding: 'utf8', timeout: 150_000 } as const
  return spawnSync(process.execPath, [program.main, ...args], options).stdout
}

test('[U-48] what tools share and the limits of a conversation last through the turns of a test, and end with it', () => {
  expect(run(['test'], '')).toMatch(/1 passed, 0 failed$/m)
})

test('[U-48] [U-86] they last through a conversation in the terminal', () => {
  const said = run(['chat', 'desk'], 'note it\nlist\nlist\n')
  expect(said).toContain('there are 1')
  expect(said).toContain('studio.session.max_turns = 2')
})
