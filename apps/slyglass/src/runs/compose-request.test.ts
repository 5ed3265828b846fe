import { type RunId, runId, sessionId } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { MemoryRunStore } from '@slyglass/runtime/testing'
import { expect, test } from 'vitest'
import { composeRequest, type RequestParts } from './compose-request.ts'
import type { FoundNetwork } from './compose-run.ts'

const TEXT =
  '{ studio.tape.selector = "past.ts#choose", tools = [{ name = desk, instructions = "Work.", function {} }] }'
const file = 'registries/desk.hocon'

test('[B-64] a function that does not choose the past leaves no process bound to a run that never begins', async () => {
  const network = readNetwork({ network: 'desk', file, texts: { [file]: TEXT } })
  const released: RunId[] = []
  const parts = {
    store: new MemoryRunStore(),
    networks: { env: async () => ({}), read: async () => undefined },
    model: { provider: async () => ({}) },
    toolEnv: async () => ({}),
    hooks: { run: async () => '"no list"' },
    ports: { hosts: { release: async (run: RunId) => void released.push(run) } },
  } as unknown as RequestParts
  const found = { project: { id: 'prj_a', root: '/p' }, network, documents: [] } as unknown as FoundNetwork
  const ids = { run: runId('run_a'), session: sessionId('ses_a') }
  const composed = await composeRequest(parts, ids, { message: 'go' }, found)
  expect(composed).toMatchObject({ ok: false, error: { code: 'tape-selector' } })
  expect(released).toEqual(['run_a'])
})
