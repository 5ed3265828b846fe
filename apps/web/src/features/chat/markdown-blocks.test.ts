import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitMarkdown } from './markdown-blocks.ts'

describe('streamed Markdown', () => {
  test('a block is finished at the blank line behind it; the last one is still open', () => {
    expect(splitMarkdown('# Title\n\nFirst *words*\n\nSecond')).toEqual({
      finished: ['# Title', 'First *words*'],
      open: 'Second',
    })
  })

  test('a blank line inside a code fence does not end the block', () => {
    expect(splitMarkdown('```\na\n\nb\n```\n\nafter').finished).toEqual(['```\na\n\nb\n```'])
    expect(splitMarkdown('````\n```\n\nx').finished).toEqual([])
  })

  test('a list with blank lines between its items stays one block', () => {
    expect(splitMarkdown('1. one\n\n2. two')).toEqual({ finished: [], open: '1. one\n\n2. two' })
  })

  test('more text never changes blocks that are finished', () => {
    const line = fc.constantFrom('words', '', '```', '- item', '# head', '    indented')
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const { finished } = splitMarkdown([...before, ''].join('\n'))
        const grown = splitMarkdown([...before, '', ...after].join('\n')).finished
        expect(grown.slice(0, finished.length)).toEqual(finished)
      }),
    )
  })
})
