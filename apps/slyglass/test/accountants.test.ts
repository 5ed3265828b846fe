// The shipped accountants, Python and TypeScript, in their real hosts.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createToolHosts, type ToolHosts } from '@slyglass/environment'
import { type CallOptions, callTool, devAssets, projectSources } from '@slyglass/environment/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const SAMPLE = fileURLToPath(new URL('../../../samples/studio', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'slyglass-accountants-'))
let hosts: ToolHosts

beforeAll(async () => {
  cpSync(SAMPLE, folder, { recursive: true })
  hosts = createToolHosts({ assets: await devAssets(), cacheFolder: join(folder, '.cache') })
})
afterAll(async () => {
  await hosts.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** Value, model text and sly data after a call, numbers as numbers: JavaScript cannot tell 3 from 3.0. */
async function bill(module: string, name: string, options: CallOptions) {
  const sources = projectSources(folder, { network: 'basic/music_nerd_pro' })
  const { reply } = await callTool(hosts, sources, `${module}.${name}`, options)
  if (!reply.ok) throw new Error(reply.failure.message)
  const value: unknown = reply.value === undefined ? undefined : JSON.parse(reply.value)
  const set = Object.entries(reply.sly.set).map(([key, json]) => [key, JSON.parse(json)])
  return { value, text: reply.text, sly: Object.fromEntries(set) }
}

describe.each([
  ['Python', 'accountant'],
  ['TypeScript', 'tally'],
])('the accountant in %s', (_language, module) => {
  test('[N-22] [N-25] the total of the arguments grows by the fee, and sly data is not written', async () => {
    expect(await bill(module, 'Accountant', { args: '{"running_cost": 0.00}' })).toMatchObject({
      value: { running_cost: 3 },
      sly: {},
    })
    const withBoth = await bill(module, 'Accountant', { args: '{"running_cost": 3.0}', sly: { running_cost: '90.0' } })
    expect(withBoth).toMatchObject({ value: { running_cost: 6 }, sly: {} })
  })

  test('[N-23] without the argument the total of sly data grows, and is written back', async () => {
    const answer = await bill(module, 'Accountant', { sly: { running_cost: '6.0' } })
    expect(answer).toMatchObject({ value: { running_cost: 9 }, sly: { running_cost: 9 } })
  })

  test('[N-24] with neither, the first fee is the total', async () => {
    expect(await bill(module, 'Accountant', {})).toMatchObject({ value: { running_cost: 3 }, sly: { running_cost: 3 } })
  })

  test('[N-26] a total that came as text is converted', async () => {
    expect(await bill(module, 'Accountant', { args: '{"running_cost": "3.0"}' })).toMatchObject({
      value: { running_cost: 6 },
    })
  })

  test('[N-98] the first form knows the arguments alone: without them it is the fee every time', async () => {
    const options = { sly: { running_cost: '6.0' } }
    expect(await bill(module, 'FirstAccountant', options)).toMatchObject({ value: { running_cost: 3 }, sly: {} })
    expect(await bill(module, 'FirstAccountant', options)).toMatchObject({ value: { running_cost: 3 }, sly: {} })
    expect(await bill(module, 'FirstAccountant', { args: '{"running_cost": 3.0}' })).toMatchObject({
      value: { running_cost: 6 },
    })
  })

  test('[N-28] the private form tells the model the fee and keeps the total', async () => {
    const answer = await bill(module, 'PrivateAccountant', { sly: { running_cost: '6.0' } })
    expect(answer).toEqual({
      value: 'Booked 300 cents for this question.',
      text: 'Booked 300 cents for this question.',
      sly: { running_cost: 9 },
    })
  })
})

describe('the accountant in Python', () => {
  test('[N-3] [N-10] the class runs as neuro-san would run it: numbers stay floats, the model reads Python text', async () => {
    const sources = projectSources(folder, { network: 'basic/music_nerd_pro' })
    const { reply, infos } = await callTool(hosts, sources, 'accountant.Accountant', {
      args: '{"running_cost": 3.0}',
      sly: { other: '"x"' },
    })
    expect(reply).toMatchObject({ ok: true, text: "{'running_cost': 6.0}", value: '{"running_cost":6.0}' })
    expect(infos).toMatchObject([{ language: 'python', file: 'coded_tools/basic/accountant.py' }])
  })
})
