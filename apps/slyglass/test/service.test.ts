// Recordings of a running neuro-san, played through our own service: a real port, real tools, a model that follows the recorded
// script over HTTP. Equal means equal after `normalise.mjs`; the list below may only grow.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { devAssets } from '@slyglass/environment/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { findPeerPython } from '../src/verify/peer-python.ts'
import type { PlayOptions } from '../src/verify/play-recording.ts'
import { findKit } from '../src/verify/recording.ts'
import { verifyRecording } from '../src/verify/verify-recording.ts'
import { type BuiltProgram, buildProgram } from './support/built-program.ts'
import { newFolder, removeFolder } from './support/folders.ts'

const RECORDINGS = fileURLToPath(new URL('../../../fixtures/recordings/', import.meta.url))

const EQUAL = [
  'single-agent',
  'coded-tool-args',
  'tool-returns',
  'delegation',
  'sly-data',
  'commondefs',
  'sync-and-async',
  'parallel-tool-calls',
  'class-resolution',
  'tool-call-faults',
  'chat-context',
  'aaosa-style',
  'chat-filter',
  'defaults-copied',
  'delegation-deep',
  'delegation-fixed-args',
  'delegation-no-parameters',
  'fixed-args',
  'instructions-forms',
  'limits-steps',
  'llm-config-merge',
  'load-validation',
  'middleware-effects',
  'middleware-hooks',
  'middleware-more',
  'max-message-history',
  'model-errors-after-tool',
  'model-odd-answers',
  'progress',
  'sly-data-close',
  'sly-data-inner-gates',
  'structure-json',
  'structure-json-vectors',
  'calls-from-code',
  'external-same-server',
  'fallbacks',
  'llm-key-from-sly-data',
  'message-types',
  'network-formats',
  'responses-api',
  'token-accounting',
  'external-by-url',
  'external-names',
  'external-unreachable',
  'mcp-allow-list',
  'mcp-tools',
  'external-forwarded-messages',
  'external-broken-answers',
  'reserved-args',
  'llm-config',
  'llm-classes',
  'whole-desk',
  'tools-listed-twice',
  'service/chat-filters',
  'service/metadata-headers',
  'service/two-manifests',
  'service/simultaneous',
  'service/event-invocation',
  'service/periodic',
  'service/disconnect-maximal',
  'service/disconnect-minimal',
]
/** Answers differ on purpose, for the reasons of `on-purpose.ts`, and in nothing else. */
const ON_PURPOSE = [
  'service/cors',
  'service/endpoints',
  'service/mcp-endpoint',
  'service/bad-requests',
  'service/request-timeout',
  'schema-corners',
  'names',
  'chat-context-planted',
  'middleware-errors',
  'mcp-headers',
  'toolbox',
  'toolbox-roots',
]
// Their waits are real ones.
const SLOW = ['model-errors', 'error-formatters', 'limits-seconds', 'service/heartbeat']

let program: BuiltProgram
let options: PlayOptions
beforeAll(async () => {
  const [found, python] = [await findKit(RECORDINGS), await findPeerPython(process.env)]
  if (found === undefined) throw new Error('the recordings have no programs to compare with')
  if (python === undefined) throw new Error('there is no Python')
  expect(python.lacks, 'run: npm run clients').toEqual([])
  // Servers that recorded networks ask are processes of their own.
  program = await buildProgram()
  options = {
    ...{ kit: found, hosts: await devAssets(), shell: process.env },
    ...{ python: python.command, slyglass: [process.execPath, program.main] },
  }
})

function verdictOn(name: string) {
  return verifyRecording(`${RECORDINGS}${name}`, options)
}

describe("[N-87] [N-88] [N-89] the model, the client and the tools get what neuro-san's get", () => {
  test.each(process.env.SLYGLASS_SOAK === '1' ? [...EQUAL, ...SLOW] : EQUAL)('%s', async (name) => {
    expect(await verdictOn(name)).toEqual({ kind: 'equal' })
  })
})

describe('what differs differs on purpose', () => {
  test.each(ON_PURPOSE)('%s', async (name) => {
    expect(await verdictOn(name)).toMatchObject({ kind: 'on purpose' })
  })
})

test('a recording with another answer, or other model requests, does not count as on purpose', async () => {
  const folder = newFolder()
  try {
    cpSync(`${RECORDINGS}chat-context-planted`, folder, { recursive: true })
    const spoil = (name: string, change: (text: string) => string) =>
      writeFileSync(join(folder, name), change(readFileSync(join(RECORDINGS, 'chat-context-planted', name), 'utf8')))
    spoil('client-stream.jsonl', (text) => text.replace('Answer 1.', 'INVENTED ANSWER'))
    const one = await verifyRecording(folder, options)
    const places = one.kind === 'differs' ? one.differences.map(({ at }) => at.split('/').slice(0, 2).join('/')) : []
    expect(places).toContain('client/system')
    spoil('client-stream.jsonl', (text) => text)
    spoil('model-requests.jsonl', (text) => text.replaceAll('Now', 'Never'))
    expect(await verifyRecording(folder, options)).toMatchObject({ kind: 'differs' })
  } finally {
    removeFolder(folder)
  }
})
