import { describe, expect, test } from 'vitest'
import {
  argumentsRefused,
  deniedByPolicy,
  errorLine,
  errorObjectText,
  notLoadedText,
  toolRaised,
  unknownToolGuidance,
} from '../index.ts'

describe('a failure as one object', () => {
  test('[B-15] [B-69] is told to a model as JSON', () => {
    expect(errorObjectText(toolRaised('boom', "RuntimeError('kaputt é')"))).toBe(
      '{"kind": "tool", "message": "Tool \'boom\' execution failed.", "details": {"error": "RuntimeError(\'kaputt é\')"}}',
    )
    expect(errorObjectText({ kind: 'not_found', message: 'gone', details: {} })).toBe(
      '{"kind": "not_found", "message": "gone"}',
    )
  })

  test('[B-69] is told to people in one line', () => {
    expect(errorLine(argumentsRefused('math.add', []))).toBe(
      "[invalid_input] Tool 'math.add' argument validation failed.",
    )
  })

  test('[B-63] of a hook that gives no reason says who denied', () => {
    expect(deniedByPolicy('math.add', 'no').message).toBe('no')
    expect(deniedByPolicy('math.add', '').message).toBe("Tool 'math.add' call denied by policy hook.")
  })
})

describe('a tool that is not there', () => {
  test.each([
    ['math_ad', ['math_add', 'order'], 'Tool `math_ad` does not exist. Did you mean one of the following?\n- math_add'],
    ['zzzzqq', ['math_add'], 'Tool `zzzzqq` does not exist. No similar tool is available.'],
    ['zzzzqq', ['skill'], 'Tool `zzzzqq` does not exist. Invoke the `skill` tool to list available skills.'],
  ])('[B-68] %s among %j', (tool, offered, text) => {
    expect(unknownToolGuidance(tool, offered)).toBe(text)
  })

  test('[B-66] may only have to be loaded', () => {
    expect(notLoadedText('math_add')).toBe('Tool `math_add` is not loaded. Call `tool_describe` with its name first.')
  })
})
