import type { editor } from 'monaco-editor/editor/editor.api.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepTokensAtCaret } from './tokens-at-caret.ts'

afterEach(() => vi.restoreAllMocks())

/** An editor whose text has tokens up to a line, with carets; gives how to press a key and what each key asked for. */
function shownWith(tokenised: number, carets: readonly number[]) {
  const asked: number[] = []
  let reached = tokenised
  let press = () => {}
  // A line takes a while once, and nothing when it has its tokens.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const tokenization = {
    isCheapToTokenize: (line: number) => line <= reached + 1,
    forceTokenization: (line: number) => {
      asked.push(line)
      now += Math.max(0, line - reached) / 5
      reached = Math.max(reached, line)
    },
  }
  keepTokensAtCaret({
    getModel: () => ({ tokenization }),
    getSelections: () => carets.map((endLineNumber) => ({ endLineNumber })),
    onKeyDown: (listener: () => void) => {
      press = listener
      return { dispose() {} }
    },
  } as unknown as editor.ICodeEditor)
  return { press: () => press(), asked }
}

describe('before a key is handled', () => {
  it('tokens are brought to the line above the lowest caret', () => {
    const { press, asked } = shownWith(3, [5, 9])
    press()
    expect(asked).toEqual([8])
  })

  it('nothing is asked for where they are there, or on the first line', () => {
    for (const { press, asked } of [shownWith(8, [9]), shownWith(0, [1])]) {
      press()
      expect(asked).toEqual([])
    }
  })

  it('a long text is tokenised over several keys', () => {
    const { press, asked } = shownWith(0, [700])
    press()
    expect(asked).toEqual([200, 400])
    press()
    expect(asked.at(-1)).toBe(699)
  })
})
