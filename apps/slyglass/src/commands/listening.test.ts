import { expect, test } from 'vitest'
import { readOrigin } from './listening.ts'

test.each([
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://localhost:5173/', 'http://localhost:5173'],
  ['HTTPS://Example.test:443', 'https://example.test'],
  ['vscode-webview://abc', 'vscode-webview://abc'],
])('the page %s is compared as %s', (text, origin) => {
  expect(readOrigin(text, ['http://a.test'])).toEqual(['http://a.test', origin])
})

test.each([
  '',
  'null',
  '*',
  '.',
  'localhost:5173',
  'http://',
  'http://a.test/page',
  'http://me@a.test',
  'file:///x',
  'http://a.test:99999',
])('%j is no page', (text) => {
  expect(() => readOrigin(text, [])).toThrow('The address of a page')
})
