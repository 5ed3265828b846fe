// Includes that lead out of a project, as the studio and the served networks tell them.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readNetwork } from '@slyglass/network'
import { expect, test } from 'vitest'
import { ask, must, refusalOf } from './support/conversations.ts'
import { putFiles } from './support/folders.ts'
import { NETWORK, openRoom } from './support/service-room.ts'
import { studioPerTest } from './support/test-studio.ts'

const { startTrusted, put, now } = studioPerTest()
const LINK = 'leads out of the project through a link; put the file into it'

function putLinks(folder: string, home: string): void {
  putFiles(home, { 'far/far.hocon': 'secret = "from outside"' })
  symlinkSync(join(home, 'far/far.hocon'), join(folder, 'link.hocon'))
  symlinkSync(join(home, 'far'), join(folder, 'up'))
}

test('[B49] the files route tells what leads out of the project from what is missing, and the page reads networks by that', async () => {
  const text = NETWORK('desk', 'include "link.hocon"\n include "up/far.hocon"\n include "gone.hocon"\n')
  const folder = put({
    'registries/manifest.hocon': 'include "link.hocon"\n"desk.hocon" = true\n"hard.hocon" = true\n',
    'registries/desk.hocon': text,
    'registries/hard.hocon': NETWORK('hard', 'include required("up/far.hocon")\n'),
  })
  putLinks(folder, now.home)
  const { client, project } = await startTrusted()
  const answers: Record<string, string> = {}
  for (const path of ['link.hocon', 'up/far.hocon', 'gone.hocon', '/etc/passwd', 'C:/x.hocon', '..\\x.hocon'])
    answers[path] = await refusalOf(client.readFile(project.id, path))
  expect(answers).toEqual({
    'link.hocon': '403 outside',
    'up/far.hocon': '403 outside',
    'gone.hocon': '404 file-missing',
    '/etc/passwd': '403 outside',
    'C:/x.hocon': '403 outside',
    '..\\x.hocon': '403 outside',
  })
  const outside = Object.keys(answers).filter((path) => answers[path] === '403 outside')
  const file = 'registries/desk.hocon'
  const { diagnostics } = readNetwork({ network: 'desk', file, texts: { [file]: text }, outside })
  expect(diagnostics.filter(({ code }) => code.startsWith('include')).map(({ message }) => message)).toEqual([
    `nothing is included: link.hocon ${LINK}`,
    `nothing is included: up/far.hocon ${LINK}`,
    'nothing is included: gone.hocon does not exist',
  ])
  expect(project.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `include-outside nothing is included: link.hocon ${LINK}`,
  ])
  const hard = ask(client, { project, network: 'hard', message: 'hi' })
  expect(await refusalOf(hard)).toMatch(/^422 /)
})

test('[B49] a network that requires what lies outside is not served, and the reason says so', async () => {
  const { folder, service, list } = await openRoom()
  putLinks(folder, join(folder, '..'))
  putFiles(folder, {
    'registries/manifest.hocon': '{ "desk.hocon" = true, "hard.hocon" = true }',
    'registries/hard.hocon': NETWORK('hard', 'include required("link.hocon")\n'),
  })
  await expect
    .poll(async () => await service.served.faults(), { timeout: 60_000 })
    .toEqual([
      { file: 'registries/hard.hocon', why: expect.stringContaining(`nothing is included: link.hocon ${LINK}`) },
    ])
  expect((await list()).map((agent) => agent.agent_name)).toEqual(['desk'])
})

test('[B49] a link that is put in the place of a missing file, and taken away again, is told anew', async () => {
  const folder = put({ 'registries/manifest.hocon': 'include "link.hocon"\n' })
  const { client, project } = await startTrusted()
  const said = async () => (await must(client.project(project.id))).diagnostics.map(({ code }) => code)
  expect(await said()).toEqual(['include-missing'])
  putLinks(folder, now.home)
  expect(await said()).toEqual(['include-outside'])
})
