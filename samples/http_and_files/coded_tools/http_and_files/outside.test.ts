import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from 'slyglass'
import { testContext } from 'slyglass/testing'
import { httpGet } from './http_get.ts'
import { fileFault, readFile } from './read_file.ts'
import { safeTool } from './safe_tool.ts'

async function said(tool: typeof httpGet, args: Readonly<Record<string, unknown>>): Promise<string> {
  const told = await runTool(tool, args, testContext())
  return told.ok ? told.text : String(JSON.parse(told.reason))
}

describe('http_get', () => {
  test('gives the body', async () => assert.equal(await said(httpGet, { path: '/stock' }), 'teapots: 3, kites: 11'))
  test('tells what is not there', async () => assert.equal(await said(httpGet, { path: '/none' }), 'Resource not found'))
  test('tells other statuses', async () => assert.equal(await said(httpGet, { path: '/busy' }), 'HTTP 503: Request failed'))
  test('does not wait for ever', async () => {
    assert.equal(await said(httpGet, { path: '/slow' }), 'Request timeout - service may be slow')
  })
  test('tells that nobody listens', async () => {
    assert.equal(await said(httpGet, { path: '/stock', shop: 'closed' }), 'Network error: the connection was refused')
  })
  test('ends with its call, not with a word about patience', async () => {
    const stop = AbortSignal.abort(new Error('stopped'))
    await assert.rejects(runTool(httpGet, { path: '/slow' }, testContext({ signal: stop })), /stopped/)
  })
})

describe('read_file', () => {
  test('reads', async () => assert.match(await said(readFile, { name: 'opening_hours.txt' }), /^Open from 9/))
  test('tells what is not there', async () => assert.equal(await said(readFile, { name: 'none.txt' }), 'File not found: none.txt'))
  test('tells a folder', async () => assert.equal(await said(readFile, { name: 'letters' }), 'File error: letters: it is a folder'))
  test('tells missing rights', () => {
    const denied = Object.assign(new Error('no'), { code: 'EACCES' })
    assert.equal(fileFault(denied, 'diary.txt'), 'Permission denied: diary.txt')
  })
})

describe('safe_tool', () => {
  const words: Readonly<Record<string, string>> = {
    nothing: 'Everything went well.',
    argument: 'Invalid arguments provided',
    operation: 'Operation failed',
    defect: 'Unexpected error: the recipe ends in the middle',
    value: 'Operation aborted: somebody rang the bell',
  }
  for (const [trouble, text] of Object.entries(words))
    test(`${trouble}: ${text}`, async () => assert.equal(await said(safeTool, { trouble }), text))
})
