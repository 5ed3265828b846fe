import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandText, completeCommand, misfitLines, ownWords, parseCommand, shellWords } from './index.ts'

const parsed = (body: string) => {
  const read = parseCommand(body)
  return read.ok ? { ...read.value, named: Object.fromEntries(read.value.named) } : read.error
}

describe('a command as it is typed', () => {
  test('[B-59] one prefix is taken off, and what begins otherwise is for the model', () => {
    expect(commandText('  ,x  y ', ',')).toBe('x  y')
    expect(commandText(',,x', ',')).toBe(',x')
    expect(commandText(',', ',')).toBe('')
    expect(commandText('!x', ',')).toBeUndefined()
    expect(commandText('a ,x', ',')).toBeUndefined()
    expect(commandText('::x', '::')).toBe('x')
    expect(parsed('')).toBe('empty command')
  })

  test('[B-56] values come in order first, then by name', () => {
    expect(parsed('math.add 2 3')).toEqual({ name: 'math.add', positional: ['2', '3'], named: {} })
    expect(parsed('math.add a=2 3')).toBe("positional argument '3' cannot appear after keyword arguments")
  })

  test('[B-57] words follow the rules of a shell, the first = splits, and quotes do not protect it', () => {
    expect(parsed("x 'k=v' a=b=c e=")).toEqual({ name: 'x', positional: [], named: { k: 'v', a: 'b=c', e: '' } })
    expect(parsed('x a=1 a=2 =3')).toMatchObject({ named: { a: '2', '': '3' } })
    expect(parsed('x "un')).toBe('No closing quotation')
    expect(parsed("x 'un")).toBe('No closing quotation')
    expect(parsed('x un\\')).toBe('No escaped character')
  })

  test.each([
    [`a "b c" 'd e'`, ['a', 'b c', 'd e']],
    ['a\nb\tc', ['a', 'b', 'c']],
    [`a"b"'c'd`, ['abcd']],
    ['a\\ b \\"', ['a b', '"']],
    [`"\\" \\\\ \\n" '\\"'`, ['" \\ \\n', '\\"']],
    [`'' ""`, ['', '']],
    ['a # b', ['a', '#', 'b']],
    ['$HOME *', ['$HOME', '*']],
  ])('[B-57] the words of %s', (text, words) => {
    expect(shellWords(text)).toEqual({ ok: true, value: words })
  })

  test('[B-57] what is quoted comes through as it is', () => {
    const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(shellWords(words.map(quote).join(' '))).toEqual({ ok: true, value: words })
      }),
    )
  })
})

describe('what is said of a command that failed', () => {
  test('[B-16] the words of what was raised, without the name of its class', () => {
    expect(ownWords('ValueError: kaput')).toBe('kaput')
    expect(ownWords('pay.Declined: no: really')).toBe('no: really')
    expect(ownWords('it is out of paper')).toBe('it is out of paper')
    expect(ownWords('ValueError: ')).toBe('ValueError: ')
  })

  test('[B-69] arguments that do not fit, each by its name', () => {
    const fault = { type: 'int_parsing', loc: ['a'], msg: 'Input should be a valid integer' }
    expect(misfitLines('math.add', [fault])).toBe(
      "[invalid_input] Tool 'math.add' argument validation failed.\na: Input should be a valid integer",
    )
  })
})

describe('ways to go on', () => {
  const tools = [
    {
      name: 'math_add',
      runtimeName: 'math.add',
      description: 'Add two integers.',
      parameters: [
        { name: 'a', type: 'integer', required: true },
        { name: 'b', type: 'integer' },
      ],
    },
    { name: 'now', parameters: [] },
    { name: 'tomato', parameters: [] },
  ]
  const at = (text: string, caret = text.length) => completeCommand(text, caret, ',', tools)
  const labels = (text: string, caret?: number) => at(text, caret).map(({ label }) => label)

  test('[B-61] names of tools after the prefix: those that begin so, then those that hold it', () => {
    expect(labels(',')).toEqual(['math.add', 'now', 'tomato'])
    expect(labels(', ma')).toEqual(['math.add', 'tomato'])
    expect(labels(',math_')).toEqual(['math.add'])
    expect(labels('ma')).toEqual([])
    expect(labels(' ,n')).toEqual(['now'])
    expect(labels(',n', 0)).toEqual([])
  })

  test('[B-61] parameters in the order of the schema, without those that have a value', () => {
    expect(at(',math.add ')).toEqual([
      { label: 'a=', detail: 'integer', from: 10, to: 10, text: 'a=' },
      { label: 'b=', detail: 'integer, optional', from: 10, to: 10, text: 'b=' },
    ])
    expect(labels(',MATH.ADD 2 ')).toEqual(['b='])
    expect(labels(',math_add b=2 ')).toEqual(['a='])
    expect(labels(',math.add a=')).toEqual([])
    expect(labels(',other ')).toEqual([])
  })

  test('[B-61] the whole word around the caret is replaced', () => {
    expect(at(',mat x', 3)[0]).toMatchObject({ from: 1, to: 4, text: 'math.add ' })
  })
})
