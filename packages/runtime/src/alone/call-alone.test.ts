import { isJsonObject, type JsonText, parseJson, runId } from '@slyglass/base'
import { readNetwork } from '@slyglass/network'
import { createVault } from '@slyglass/sly'
import { describe, expect, test } from 'vitest'
import { type FakeTool, fakeHosts, nodeDigests, testHmac, VirtualClock } from '../testing/index.ts'
import { type AloneCall, callAlone } from './call-alone.ts'

const RUN = runId('run_cccccccccccccccccccc')
const parameters = { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] }
const entry = (name: string, more: object = {}) => ({
  name,
  class: `t.${name}`,
  function: { description: 'Does it.', parameters },
  ...more,
})

interface Alone {
  readonly tools: Readonly<Record<string, FakeTool>>
  readonly entries?: readonly object[]
  readonly studio?: object
  readonly tool?: string
  readonly args?: JsonText
  readonly sly?: Readonly<Record<string, JsonText>>
  readonly more?: Partial<AloneCall>
}

function alone({ tools, entries, studio, tool = 'note', args = '{"what": "x"}', sly = {}, more }: Alone) {
  const clock = new VirtualClock()
  const hosts = fakeHosts(Object.fromEntries(Object.entries(tools).map(([name, one]) => [`t.${name}`, one])))
  const own = entries ?? Object.keys(tools).map((name) => entry(name))
  const desk = { name: 'desk', function: { description: 'I work.' }, instructions: 'Work.', tools: Object.keys(tools) }
  const text = JSON.stringify({ ...(studio !== undefined && { studio }), tools: [desk, ...own] })
  const network = readNetwork({
    network: 'test',
    file: 'registries/test.hocon',
    texts: { 'registries/test.hocon': text },
    env: {},
  })
  const parsed = parseJson(args)
  const vault = createVault({ hmac: testHmac, values: new Map(Object.entries(sly)) })
  const documents = [{ path: 'registries/test.hocon', text }]
  const sources = { projectRoot: '/p', toolRoots: [], pythonPath: [], network: 'test' }
  const call: AloneCall = {
    ...{
      run: RUN,
      network,
      request: { documents, env: {}, sources },
      tool,
      vault,
      signal: new AbortController().signal,
    },
    args: parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map(),
    ...more,
  }
  return { hosts, clock, vault, ended: callAlone({ hosts, clock, digests: nodeDigests }, call) }
}

const RULED = { retries: 2, timeout_ms: 100 }

describe('a tool by itself', () => {
  test('[N-85] runs with its arguments and private values, and tells what a model would read', async () => {
    const note: FakeTool = (args, { board }) => {
      board.set('count', '2')
      return `noted ${String(args.get('what'))} for ${board.get('who')}`
    }
    const { ended, vault } = alone({ tools: { note }, sly: { who: '"ann"' } })
    expect(await ended).toMatchObject({ outcome: 'ok', text: 'noted x for "ann"', attempts: 1, wrote: ['count'] })
    expect(vault.values().get('count')).toBe('2')
  })

  test('[N-85] is not reached with arguments that do not fit, with or without rules', async () => {
    const note: FakeTool = () => 'never'
    const plain = alone({ tools: { note }, args: '{}' })
    expect(await plain.ended).toMatchObject({ outcome: 'failed', failure: { code: 'invalid-arguments' }, attempts: 0 })
    const ruled = alone({ tools: { note }, args: '{"what": 3}', studio: RULED })
    const end = await ruled.ended
    expect(end.text).toContain("Error: Invalid arguments for 'note'")
    expect(end.failure?.detail).toContain('"path":"what"')
    expect([plain.hosts.began, ruled.hosts.began]).toEqual([[], []])
  })

  test('[N-85] is tried again as its rules say, and once without rules', async () => {
    const boom: FakeTool = () => {
      throw new Error('boom')
    }
    const ruled = alone({ tools: { note: boom }, studio: RULED })
    expect(await ruled.ended).toMatchObject({ outcome: 'failed', attempts: 3, failure: { code: 'raised' } })
    expect((await ruled.ended).text).toContain('Attempts: 3')
    const plain = alone({ tools: { note: boom } })
    expect(await plain.ended).toMatchObject({ outcome: 'failed', attempts: 1, text: 'Error: boom' })
  })

  test('[N-85] that takes longer than its time has failed', async () => {
    const hang: FakeTool = (_args, { host }) =>
      new Promise((_resolve, reject) => host.signal.addEventListener('abort', () => reject(new Error('stopped'))))
    const { ended } = alone({ tools: { note: hang }, studio: { ...RULED, retries: 0 } })
    expect(await ended).toMatchObject({ outcome: 'failed', failure: { code: 'timed-out' } })
  })

  test('[N-85] that is stopped is cancelled, and not tried again', async () => {
    const stop = new AbortController()
    const hang: FakeTool = (_args, { host }) =>
      new Promise((_resolve, reject) => {
        host.signal.addEventListener('abort', () => reject(new Error('stopped')))
        stop.abort(new Error('the person left'))
      })
    const { ended, hosts } = alone({ tools: { note: hang }, studio: { retries: 2 }, more: { signal: stop.signal } })
    expect(await ended).toMatchObject({ outcome: 'cancelled' })
    expect(hosts.began).toHaveLength(1)
  })

  test('[N-85] calls other tools on the same board; agents and missing names are refused in words', async () => {
    const outer: FakeTool = async (_args, { host }) => (await host.onUse?.('note', '{"what": "in"}'))?.ok ?? false
    const note: FakeTool = (_args, { board }) => {
      board.set('seen', 'true')
      return 'noted'
    }
    const { ended } = alone({ tools: { outer, note }, tool: 'outer' })
    expect(await ended).toMatchObject({ outcome: 'ok', wrote: ['seen'] })
    const agent = alone({ tools: { note }, tool: 'desk' })
    expect((await agent.ended).failure).toMatchObject({ code: 'not-alone', message: expect.stringContaining('agent') })
    const missing = alone({ tools: { note }, tool: 'nope' })
    expect((await missing.ended).failure?.message).toContain('no entry "nope"')
  })
})
