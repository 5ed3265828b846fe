import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

test('a terminal gets no orders from models and tools: control signs are pictures, ends of lines and tabs stay', () => {
  expect(shownText('a\tb\nc\r\nd')).toBe('a\tb\nc\r\nd')
  expect(shownText('\u001b]52;c;aGk=\u0007 \u001b[2J')).toBe('␛]52;c;aGk=␇ ␛[2J')
  expect(shownText('100 %\rdone\b\b')).toBe('100 %␍done␈␈')
  const orders = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code))
    .filter((sign) => /\p{Cc}/u.test(sign) && !['\t', '\n'].includes(sign))
    .join('-')
  expect(shownText(`${orders}!`)).not.toMatch(/(?![\t\n])\p{Cc}/u)
  expect(shownText('Zürich 東京 🙂 é')).toBe('Zürich 東京 🙂 é')
})
