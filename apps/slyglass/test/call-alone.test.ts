// One tool by itself, over HTTP: checked and run as in any run, with private values of a session, and no model.
import type { StartRun, StudioClient } from '@slyglass/protocol'
import { readCalls } from '@slyglass/run-log'
import { describe, expect, test } from 'vitest'
import { ask, eventsOf, follow, must, refusalOf } from './support/conversations.ts'
import { deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const NETWORK = `{
  tools = [
    { name = desk, instructions = "Help.", tools = [greet], function.description = "Greets." }
    { name = greet, class = "greet.Greet"
      function { description = "Greets.", parameters { type = object, required = [name], properties { name { type = string } } } } }
  ]
}`
const GREET = `export class Greet {
  async asyncInvoke(args: { name: string }, sly: Record<string, unknown>) {
    console.log('greeting ' + args.name)
    return 'hello ' + args.name + ', ' + String(sly.title ?? 'untitled') + ' ' + String(sly.token ?? '')
  }
}`

const { startTrusted } = studioPerTest(deskFiles(NETWORK, [], { 'coded_tools/greet.ts': GREET }))

/** Calls the tool and follows the run to its end. */
async function called(client: StudioClient, body: StartRun) {
  const { run } = await must(client.startRun(body))
  return follow(client, run)
}

describe('POST /api/runs with a call', () => {
  test('[N-85] calls the tool without a model; values come from the body and from a session, and are masked', async () => {
    const { client, project } = await startTrusted()
    const sly = { token: 'secret-7431-token', title: 'Dr Quiet-Room' }
    const first = await must(ask(client, { project, network: 'desk', message: 'hi', sly }))
    const log = await called(client, {
      ...{ project: project.id, network: 'desk', message: 'Run greet', slyFrom: first.session },
      sly: '{"title": "Ms Early-Bird"}',
      call: { tool: 'greet', args: '{"name": "Kim"}', times: 3 },
    })
    expect(eventsOf(log, 'model.started')).toEqual([])
    const { calls, outcome } = readCalls(log)
    expect(outcome).toBe('ok')
    expect(calls.map(({ text }) => text)).toEqual(Array(3).fill('hello Kim, ⟨sly:title⟩ ⟨sly:token⟩'))
    expect(calls[0]?.output.map(({ text }) => text).join('')).toContain('greeting Kim')
  })

  test('[N-85] refuses arguments that are no object, and values of an unknown session', async () => {
    const { client, project } = await startTrusted()
    const body = { project: project.id, network: 'desk', message: 'Run greet' }
    const list = { ...body, call: { tool: 'greet', args: '[1]' } }
    expect(await refusalOf(client.startRun(list))).toBe('400 args-not-object')
    const stranger = { ...body, call: { tool: 'greet', args: '{}' }, slyFrom: 'ses_none' }
    expect(await refusalOf(client.startRun(stranger))).toBe('404 session')
  })

  test('[N-85] tells a tool that is not there, and arguments that do not fit, as ends of the run', async () => {
    const { client, project } = await startTrusted()
    const body = { project: project.id, network: 'desk', message: 'Run' }
    const missing = await called(client, { ...body, call: { tool: 'nope', args: '{}' } })
    expect(readCalls(missing).failure?.code).toBe('no-such-tool')
    const misfit = await called(client, { ...body, call: { tool: 'greet', args: '{}' } })
    expect(readCalls(misfit).calls[0]).toMatchObject({ outcome: 'failed', attempts: 0 })
  })
})
