// A small project served on a port of its own, in this process.
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { RunningService } from '../../src/service/start-service.ts'
import { composeAt, serve } from './composing.ts'
import { newFolder, putFiles, removeFolder } from './folders.ts'

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

export async function openRoom(
  options: { env?: Record<string, string>; trusted?: boolean; origins?: string[] } = {},
): Promise<Room> {
  const home = newFolder()
  const folder = putFiles(join(home, 'project'), ROOM)
  const { env = {}, trusted = true, origins = [] } = options
  const composed = await composeAt(home, { shell: env, folder, trusted: trusted ? [folder] : [] })
  const service = await serve(composed, { origins })
  open.push(async () => {
    await service.close()
    await composed.close()
    removeFolder(home)
  })
  const { url } = service
  return {
    folder,
    service,
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
