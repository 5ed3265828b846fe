import { readNetwork } from '@slyglass/network'
import type { ToolboxToolReply } from '@slyglass/protocol'
import { describe, expect, test } from 'vitest'
import { callerOf, findTools, toolRows } from './shared-tools.ts'

function desk(top: string, ...entries: readonly string[]) {
  const text = `${top}\ntools = [\n{ name = desk, instructions = "i", function.description = "d", tools = [clock, list_todos] }\n${entries.join('\n')}\n]`
  return readNetwork({ network: 'desk', file: 'desk.hocon', texts: { 'desk.hocon': text }, env: {} })
}

const tool = (name: string, more: Partial<ToolboxToolReply> = {}): ToolboxToolReply => ({
  ...{ name, kind: 'studio', description: `About ${name}`, readiness: 'usable', needs: [] },
  ...more,
})
const BRAVE = tool('brave_search', {
  readiness: 'mockable',
  needs: [{ kind: 'variable', name: 'BRAVE_API_KEY', met: false }],
  reason: 'It needs BRAVE_API_KEY.',
  file: 'toolbox.hocon',
})

describe('what the toolbox offers', () => {
  test('[N-96] tools that can be called come first, others with the reason', () => {
    const network = desk('')
    const gone = tool('tavily', { readiness: 'unavailable', reason: 'It needs langchain-tavily.' })
    const rows = toolRows(network, network.frontMan, [gone, BRAVE, tool('file_read')])
    expect(rows.slice(0, 3)).toMatchObject([
      { name: 'file_read', state: 'usable' },
      { name: 'brave_search', state: 'mockable', reason: 'It needs BRAVE_API_KEY.', file: 'toolbox.hocon' },
      { name: 'tavily', state: 'unavailable', reason: 'It needs langchain-tavily.' },
    ])
  })

  test('is searched by name, description and what is needed', () => {
    const rows = toolRows(desk(''), undefined, [tool('file_read'), BRAVE])
    const found = (typed: string) => findTools(rows, typed).map(({ name }) => name)
    expect(found('brave api')).toEqual(['brave_search'])
    expect(found('ABOUT file')).toEqual(['file_read'])
    expect(found('toolbox.hocon')).toEqual(['brave_search'])
    expect(found('nothing of the kind')).toEqual([])
  })

  test('says which entry of the network uses it already', () => {
    const network = desk('', '{ name = clock, toolbox = get_current_date_time }')
    const [row] = toolRows(network, undefined, [tool('get_current_date_time')])
    expect(row?.here).toBe('in this network as clock')
  })

  test('[U-60] the tools over the list of things to do are there, and an entry of the same name wins', () => {
    const of = (top: string, ...entries: readonly string[]) => {
      const network = desk(top, ...entries)
      const rows = toolRows(network, network.frontMan, [])
      return Object.fromEntries(rows.map(({ name, state, reason, here }) => [name, reason ?? here ?? state]))
    }
    expect(of('')).toMatchObject({ add_todo: expect.stringContaining('todos { enabled = true }') })
    const own = '{ name = add_todo, class = "a.B", function.description = "d" }'
    expect(of('studio.todos.enabled = true', own)).toEqual({
      add_todo: 'This network’s own entry add_todo is used.',
      update_todo: 'usable',
      complete_todo: 'usable',
      delete_todo: 'usable',
      list_todos: 'listed by desk',
    })
  })

  test('the caller is the agent it was dropped on, else the picked one, else the front man', () => {
    const network = desk(
      '',
      '{ name = aide, instructions = "i", function.description = "d" }',
      '{ name = t, class = "a.B" }',
    )
    expect(callerOf(network, ['aide', 'desk'])?.name).toBe('aide')
    expect(callerOf(network, [undefined, 't'])?.name).toBe('desk')
  })
})
