// A small project served on a port of its own, in this process.
import { join } from 'node:path'
import type { HostAssets } from '@slyglass/environment'
import { devAssets } from '@slyglass/environment/testing'
import { afterEach } from 'vitest'
import { composeStudio } from '../../src/compose.ts'
import { findDataFolder } from '../../src/data-folder.ts'
import { createLaunchToken } from '../../src/server/guard/launch-token.ts'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { newFolder, putFiles, removeFolder, SAMPLES } from './test-studio.ts'

export const NETWORK = (description: string, more = '') => `{
  metadata { description = "${description}" } ${more}
  tools = [ { name = desk, function { description = "Answers." }, instructions = "Answer." } ]
}`
const SCRIPT = '{"rules": [{"answer": {"content": "Grüße from {{user}}"}}]}'
const ROOM = {
  'registries/manifest.hocon': '{ "desk.hocon" = true, "quiet.hocon" { serve = true } }',
  'registries/desk.hocon': NETWORK('first'),
  'registries/desk.offline.json': SCRIPT,
  'registries/quiet.hocon': NETWORK('unlisted'),
}

let assets: Promise<HostAssets> | undefined

export interface Room {
  readonly folder: string
  readonly service: RunningService
  list(): Promise<readonly { readonly agent_name: string; readonly description: string }[]>
  chat(body: unknown, network?: string): Promise<Response>
}
/** What ends with the test, the newest first. */
export const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

export function sharedAssets(): Promise<HostAssets> {
  assets ??= devAssets()
  return assets
}

export async function openRoom(
  options: { env?: Record<string, string>; trusted?: boolean; origins?: string[] } = {},
): Promise<Room> {
  const home = newFolder()
  const folder = putFiles(join(home, 'project'), ROOM)
  const composed = await composeStudio({
    version: 'test',
    data: findDataFolder({ SLYGLASS_HOME: join(home, 'data') }, process.platform),
    samples: SAMPLES,
    hosts: await sharedAssets(),
    shell: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
    token: createLaunchToken(),
    folder,
    ...(options.trusted === false ? {} : { trusted: [folder] }),
  })
  if (!composed.ok) throw new Error(composed.error.message)
  const { studio } = composed.value
  const project = await studio.projects.find(studio.askedProject ?? '')
  if (project === undefined) throw new Error('no project')
  const service = await startService({ ...composed.value, project, port: 0, origins: options.origins ?? [] })
  if (!service.ok) throw new Error(service.error.message)
  open.push(async () => {
    await service.value.close()
    await composed.value.close()
    removeFolder(home)
  })
  const { url } = service.value
  return {
    folder,
    service: service.value,
    async list() {
      const answer = (await (await fetch(`${url}/api/v1/list`)).json()) as { agents: [] }
      return answer.agents
    },
    chat: (body, network = 'desk') =>
      fetch(`${url}/api/v1/${network}/streaming_chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}
