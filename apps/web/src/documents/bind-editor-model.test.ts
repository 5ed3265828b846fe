import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bindEditorModel } from './bind-editor-model.ts'
import { DocumentStore } from './document-store.ts'
import { LineTable } from './line-table.ts'
import { FakeEditorModel } from './testing/fake-editor-model.ts'

const DOC = 'registries/a.hocon'

function openBound(text: string) {
  let now = 0
  const store = new DocumentStore({ now: () => now })
  store.open(DOC, text, 'h')
  const model = new FakeEditorModel()
  const binding = bindEditorModel(store, DOC, model)
  const type = (line: number, column: number, text: string, removed = 0) =>
    model.applyEdits([
      {
        range: { startLineNumber: line, startColumn: column, endLineNumber: line, endColumn: column + removed },
        text,
      },
    ])
  return { store, model, binding, type, wait: (ms: number) => (now += ms) }
}

const pieces = fc.constantFrom('', 'x', 'name', '\n', '\r\n', 'a\nb', '"é"', '\n\n')
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ by: fc.constant('model' as const), at: fc.nat(), cut: fc.nat(6), text: pieces }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ by: fc.constant('store' as const), at: fc.nat(), cut: fc.nat(6), text: pieces }),
  },
  { weight: 2, arbitrary: fc.constant({ by: 'undo' as const }) },
  { weight: 1, arbitrary: fc.constant({ by: 'redo' as const }) },
)
type Action =
  | { readonly by: 'model' | 'store'; readonly at: number; readonly cut: number; readonly text: string }
  | { readonly by: 'undo' | 'redo' }

const amidBreak = (text: string, at: number) => text[at - 1] === '\r' && text[at] === '\n'

function act({ store, model }: ReturnType<typeof openBound>, step: Action): void {
  if (!('at' in step)) {
    if (step.by === 'undo') store.undo()
    else store.redo()
  } else if (step.by === 'model') {
    const table = new LineTable(model.getValue())
    const from = step.at % (table.text.length + 1)
    const [start, end] = [table.positionAt(from), table.positionAt(Math.min(from + step.cut, table.text.length))]
    const range = {
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    }
    model.applyEdits([{ range, text: step.text }])
  } else {
    const text = store.text(DOC)
    const from = step.at % (text.length + 1)
    const to = Math.min(from + step.cut, text.length)
    if (amidBreak(text, from) || amidBreak(text, to)) return
    store.apply({ label: 'edit', origin: 'canvas', edits: [{ doc: DOC, from, to, text: step.text }] })
  }
}

describe('a bound editor model', () => {
  test('2,000 edits from both sides keep model and store equal, and undoing all returns the first bytes', () => {
    const first = 'tools = [\r\n  { name = a }\n  { name = b }\r  # end\r\n]\n'
    fc.assert(
      fc.property(fc.array(action, { minLength: 40, maxLength: 40 }), (steps) => {
        const bound = openBound(first)
        for (const step of steps) {
          bound.wait(2_000)
          act(bound, step)
          expect(bound.model.lines).toEqual(bound.store.lines(DOC).lines())
        }
        while (bound.store.undo() !== undefined) {
          expect(bound.model.lines).toEqual(bound.store.lines(DOC).lines())
        }
        expect(bound.store.text(DOC)).toBe(first)
        expect(bound.model.getValue()).toBe(first.replace(/\r\n|\r/g, '\n'))
      }),
      { numRuns: 50 },
    )
  })

  test('[S-4] typing, a two-place canvas edit and typing are undone and redone in one order', () => {
    const { store, model, type, wait } = openBound('name = a\nuses = a\n')
    type(1, 9, 'b')
    wait(5_000)
    store.apply({
      label: 'rename ab',
      origin: 'canvas',
      edits: [
        { doc: DOC, from: 7, to: 9, text: 'c' },
        { doc: DOC, from: 17, to: 18, text: 'c' },
      ],
    })
    type(2, 9, '!')
    expect(model.getValue()).toBe('name = c\nuses = c!\n')
    expect([store.undo()?.label, store.undo()?.label, store.undo()?.label]).toEqual(['typing', 'rename ab', 'typing'])
    expect(model.getValue()).toBe('name = a\nuses = a\n')
    store.redo()
    store.redo()
    expect(model.getValue()).toBe('name = c\nuses = c\n')
  })

  test('letters typed in one go are one step; a line break and a jump of the caret start another', () => {
    const { store, type } = openBound('ab\ncd\n')
    type(1, 3, 'x')
    type(1, 4, 'y')
    type(1, 5, '\n')
    type(2, 1, 'z')
    type(4, 1, '!')
    expect(store.text(DOC)).toBe('abxy\nz\ncd\n!')
    store.undo()
    expect(store.text(DOC)).toBe('abxy\nz\ncd\n')
    store.undo()
    expect(store.text(DOC)).toBe('abxy\n\ncd\n')
    store.undo()
    expect(store.text(DOC)).toBe('ab\ncd\n')
  })

  test('a bracket that the editor closes behind the caret belongs to the step that opened it', () => {
    const { store, type } = openBound('name = a\n')
    type(1, 8, '{}', 1)
    type(1, 9, ' b')
    expect(store.text(DOC)).toBe('name = { b}\n')
    store.undo()
    expect(store.text(DOC)).toBe('name = a\n')
  })

  test('a line break typed into a file of Windows lines is a Windows line break', () => {
    const { store, type } = openBound('a\r\nb\r\nc\n')
    type(1, 2, '\n')
    expect(store.text(DOC)).toBe('a\r\n\r\nb\r\nc\n')
  })

  test('edits of the store wait while a character is composed', () => {
    const { store, model, binding } = openBound('a\n')
    binding.compositionStarted()
    store.apply({ label: 'edit', origin: 'form', edits: [{ doc: DOC, from: 0, to: 1, text: 'bc' }] })
    expect(model.getValue()).toBe('a\n')
    binding.compositionEnded()
    expect(model.getValue()).toBe('bc\n')
  })

  test('after disposal neither side follows the other', () => {
    const { store, model, binding, type } = openBound('a\n')
    binding.dispose()
    type(1, 1, 'x')
    expect([store.text(DOC), model.getValue()]).toEqual(['a\n', 'xa\n'])
  })
})
