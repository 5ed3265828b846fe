import { expect, test } from 'vitest'
import { decodeEvent, decodeLog, encodeEvent, utf8Length } from './index.ts'

const line = (more: object) =>
  JSON.stringify({ v: 1, runId: 'run_x', seq: 3, at: 5, span: 'r.a', parent: 'r', type: 'note.noted', ...more })

test('[E6] a type from the future is kept as it came, and shown', () => {
  const text = line({ type: 'plan.changed', v: 2, plan: ['a'] })
  const read = decodeEvent(text)
  expect(read).toMatchObject({ ok: true, value: { type: 'opaque', original: 'plan.changed', seq: 3, body: text } })
  if (read.ok) expect(encodeEvent(read.value)).toBe(text)
})

test('[E6] a new field of a known type is kept', () => {
  const read = decodeEvent(line({ level: 'info', text: 'Hello', colour: 'red' }))
  expect(read).toMatchObject({ ok: true, value: { type: 'note.noted', text: 'Hello', colour: 'red' } })
})

test('[E6] a known type whose payload is another one is opaque, never half believed', () => {
  expect(decodeEvent(line({ level: 'loud', text: 'Hello' }))).toMatchObject({
    ok: true,
    value: { type: 'opaque', original: 'note.noted' },
  })
})

test('a line that is no event says why, with its number', () => {
  expect(decodeEvent('{')).toMatchObject({ ok: false, error: expect.stringMatching(/^no JSON: /) })
  expect(decodeEvent('{"v":1}')).toMatchObject({ ok: false, error: expect.stringMatching(/^no event: /) })
  const good = line({ level: 'info', text: 'Hello' })
  expect(decodeLog(`${good}\n\n[]`)).toMatchObject({ ok: false, error: expect.stringMatching(/^line 3: no event/) })
})

test.each(['', 'abc', 'Zoë', '漢字', '😀', '\ud800', 'a\udc00b'])('the length of %j is that of its UTF-8', (text) => {
  expect(utf8Length(text)).toBe(Buffer.byteLength(text, 'utf8'))
})
