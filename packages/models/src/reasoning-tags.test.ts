import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReasoningFold } from './reasoning-tags.ts'

function fold(pieces: readonly string[], hasCalls = false) {
  const made = createReasoningFold()
  const shown = pieces.map((piece) => made.add(piece)).join('')
  return { shown, ...made.end(hasCalls) }
}

describe('[B35] reasoning at the beginning of an answer', () => {
  test('is folded away, its tags cut anywhere, and nothing of it is shown meanwhile', () => {
    expect(fold(['<th', 'ink>plan: say </thi', 'nk>42'])).toEqual({
      shown: '42',
      text: '42',
      reasoning: 'plan: say ',
      raw: '<think>plan: say </think>42',
    })
  })

  test('whose opening tag the template wrote is folded when the answer is there', () => {
    expect(fold(['plan</think>42'])).toMatchObject({ text: '42', reasoning: 'plan', raw: 'plan</think>42' })
  })

  test.each([
    'Write `<think>` in backticks',
    'Close it with `</think>` again',
    'Like this:\n```\n<think>a</think>\n```\nand no other way',
    '  <b>no</b>',
    '<thin',
    '',
  ])('does not begin where an answer is about the tag or something else: %s', (text) => {
    expect(fold([...text])).toEqual({ shown: fold([text]).shown, text })
  })

  test('that never ends stays beside a call, and is the answer where there is nothing else', () => {
    expect(fold(['<think>', 'I call it'], true)).toMatchObject({ text: '', reasoning: 'I call it' })
    expect(fold(['<think>', 'I call it'])).toEqual({ shown: '', text: '<think>I call it' })
  })

  test('may come in several parts, with blank lines, and may speak of its own tag in code', () => {
    expect(fold(['<think>a</think>\n\n<think>b</think>\n\nAnswer']).text).toBe('Answer')
    expect(fold(['<think>they ask about `</think>` here</think>Use it.'])).toMatchObject({
      text: 'Use it.',
      reasoning: 'they ask about `</think>` here',
    })
    expect(fold(['<thinking>a</thinking>b']).text).toBe('b')
  })

  test('how a text is cut changes nothing', () => {
    const word = fc.constantFrom('<think>', '</think>', '<thinking>', '</thinking>', '`', '\n', ' ', 'plan', '42', '<')
    const cuts = fc.array(
      fc.array(word, { maxLength: 4 }).map((parts) => parts.join('')),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(cuts, fc.boolean(), (pieces, hasCalls) => {
        const { shown: _shown, ...once } = fold([pieces.join('')], hasCalls)
        const { shown, ...letters } = fold([...pieces.join('')], hasCalls)
        const { shown: _also, ...cut } = fold(pieces, hasCalls)
        expect(cut).toEqual(once)
        expect(letters).toEqual(once)
        // What was shown while it came is a beginning of the raw text's visible part, never reasoning between both tags.
        if (once.reasoning !== undefined && pieces.join('').trimStart().startsWith('<think'))
          expect(once.text.startsWith(shown)).toBe(true)
      }),
    )
  })
})
