import { describe, expect, test } from 'vitest'
import { bringsDescription } from './described-classes.ts'

const TOOL = 'from slyglass.tools import tool\n\n@tool\ndef add(a: int, b: int) -> int:\n'

describe('a source that brings a description', () => {
  test.each([
    ['python', `${TOOL}    """Add two integers."""\n    return a + b\n`, true],
    ['python', `from bub.core.tools import Tool, tool\n\nadd = tool(plus, description="Adds.")\n`, true],
    ['python', `${TOOL}    return a + b\n`, false],
    ['python', 'class Add(CodedTool):\n    """Adds."""\n', false],
    ['typescript', "export const add = defineTool({ name: 'add', description: 'Adds.', execute: () => 1 })", true],
  ] as const)('[B-2] in %s: %j: %s', (language, source, expected) => {
    expect(bringsDescription(source, language)).toBe(expected)
  })
})
