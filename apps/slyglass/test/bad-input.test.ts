// What comes wrong to the service while others talk: told as neuro-san tells it, and nothing else is disturbed.

import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putFiles } from './support/folders.ts'
import { openRoom, type Room } from './support/service-room.ts'

const LATE =
  '{"rules": [{"user": "slow", "answer": {"content": "late", "delay_ms": 1500}}, {"answer": {"content": "{{user}} heard"}}]}'

/** Sends a text as it is, and gives status and body. */
async function post({ service }: Room, body: string, network = 'desk'): Promise<readonly [number, string]> {
  const answer = await fetch(`${service.url}/api/v1/${network}/streaming_chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return [answer.status, await answer.text()]
}

const say = (text: string, more: object = {}) => JSON.stringify({ user_message: { type: 'HUMAN', text }, ...more })
const lastOf = (body: string) => JSON.parse(body.trimEnd().split('\n').at(-1) ?? '{}').response

/** Begins a chat and leaves at the first byte of its answer. */
function leaveEarly({ service }: Room): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = say('slow', { chat_filter: { chat_filter_type: 'MAXIMAL' } })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const path = '/api/v1/desk/streaming_chat'
    const sent = request({ host: '127.0.0.1', port: service.port, path, method: 'POST', headers }, (answer) => {
      answer.destroy()
      resolve()
    })
    sent.on('error', reject).end(body)
  })
}

test('[N-87] malformed, unknown and mistyped requests, and a client that leaves, disturb nobody', async () => {
  const room = await openRoom()
  putFiles(room.folder, { 'registries/desk.offline.json': LATE })
  const talking = post(room, say('slow'))
  await leaveEarly(room)
  expect(await post(room, '{"user_message": ')).toEqual([400, '{"error": "Invalid JSON format"}'])
  expect((await post(room, say('x'), 'nobody'))[0]).toBe(404)
  expect(await post(room, '{}')).toEqual([200, '{}\n'])
  const mistyped = [
    '[]',
    '"text"',
    '{"user_message": 7}',
    say('x', { sly_data: [1] }),
    say('x', { chat_context: 'none' }),
    say('x', { chat_filter: 5 }),
  ]
  for (const body of mistyped) {
    const [status, text] = await post(room, body)
    expect([status, text.trimEnd().split('\n').length]).toEqual([200, 1])
    expect(Object.keys(JSON.parse(text))).toSatisfy(
      (keys: string[]) => keys.length === 0 || keys[0] === 'error' || keys[0] === 'response',
    )
  }
  const [status, answer] = await talking
  expect([status, lastOf(answer).text]).toEqual([200, 'late'])
  expect(lastOf((await post(room, say('still there?')))[1]).text).toBe('still there? heard')
})

test('[N-88] two chats that go on from one context at once know nothing of each other', async () => {
  const room = await openRoom()
  putFiles(room.folder, { 'registries/desk.offline.json': LATE })
  const { chat_context } = lastOf((await post(room, say('first')))[1])
  const [left, right] = await Promise.all(
    ['left slow', 'right'].map(async (text) => lastOf((await post(room, say(text, { chat_context })))[1])),
  )
  const said = (context: { chat_histories: { messages: { text: string }[] }[] }) =>
    context.chat_histories[0]?.messages.map(({ text }) => text)
  expect(said(left.chat_context)).toEqual(['first', 'first heard', 'left slow', 'late'])
  expect(said(right.chat_context)).toEqual(['first', 'first heard', 'right', 'right heard'])
})

test('[N-93] a manifest that becomes invalid while a chat goes on ends neither the chat nor the service', async () => {
  const room = await openRoom()
  putFiles(room.folder, { 'registries/desk.offline.json': LATE })
  const talking = post(room, say('slow'))
  writeFileSync(join(room.folder, 'registries/manifest.hocon'), '{ "desk.hocon" = ')
  expect(lastOf((await talking)[1]).text).toBe('late')
  expect(lastOf((await post(room, say('again')))[1]).text).toBe('again heard')
  rmSync(join(room.folder, 'registries/manifest.hocon'))
  expect(lastOf((await post(room, say('gone')))[1]).text).toBe('gone heard')
})
