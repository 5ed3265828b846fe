import { describe, expect, test } from 'vitest'
import { fileKindOf } from './file-kinds.ts'

describe('the kind of a file', () => {
  test.each([
    ['agent = desk\ninteractions = [{ text = Hi }]'],
    ['{ agent = desk, interactions = [] }'],
    ['{ "agent": "desk", "interactions": [{ "text": "Hi" }] }'],
    ['{ "agent" = "desk"\n  interactions [\n { text = Hi } ] }'],
    ['# of the desk\n{ success_ratio = "1/2", agent = desk, interactions = [] }'],
  ])('a test is known by its keys, however they are laid out: %j', (text) => {
    expect(fileKindOf('tests/desk.hocon', text)).toBe('test-case')
  })

  test.each([
    ['{ "tools": [{ "name": "desk", "instructions": "agent = x, interactions = [] is a test" }] }'],
    ['tools = [ { name = desk } ]\nagent = x\ninteractions = []'],
    ['interactions = []'],
    ['agent = desk'],
  ])('what has tools, or only one of the keys, is none: %j', (text) => {
    expect(fileKindOf('registries/desk.hocon', text)).toBe('network')
  })

  test.each([
    ['registries/manifest.hocon', '', 'manifest'],
    ['config/toolbox_info.hocon', 'clock { class = c.C }', 'toolbox'],
    ['config/llm_info.hocon', '', 'llm-info'],
    ['config/mcp_servers.hocon', '', 'mcp-info'],
  ])('%s is known by its name', (doc, text, kind) => {
    expect(fileKindOf(doc, text)).toBe(kind)
  })
})
