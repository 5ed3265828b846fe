import { join } from 'node:path'
import { projectId, runId, sessionId } from '@slyglass/base'
import { openRunStore } from '@slyglass/run-store'
import { changeDatabase } from '@slyglass/run-store/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/server/app.ts'
import { createFailureLimit } from '../src/server/guard/failure-limit.ts'
import { createLaunchCodes } from '../src/server/guard/launch-codes.ts'
import { loadPage } from '../src/server/serve-page.ts'
import type { Studio } from '../src/server/studio.ts'
import { must } from './support/conversations.ts'
import { newFolder, removeFolder } from './support/folders.ts'
import { startStudio } from './support/test-studio.ts'

const home = newFolder()
afterAll(() => removeFolder(home))

test('a damaged run of an earlier launch keeps neither the studio closed nor the other runs open', async () => {
  const file = join(home, 'data', 'runs.db')
  const store = openRunStore(file)
  if (!store.ok) throw new Error(store.error.message)
  for (const name of ['damaged', 'sound']) {
    const run = runId(`run_${name}`)
    await store.value.create({ run, session: sessionId('ses_1'), project: 'p', network: 'n', title: name, at: 0 })
  }
  store.value.close()
  changeDatabase(file, "UPDATE runs SET server = 'gone'")
  const events = { damaged: '{"half', sound: '{"seq":0,"type":"note.noted","span":"r","level":"info","text":"begun"}' }
  for (const [name, body] of Object.entries(events))
    changeDatabase(file, `INSERT INTO events (run, seq, epoch, body) VALUES ('run_${name}', 0, 0, '${body}')`)
  const studio = await startStudio({ home })
  expect((await must(studio.client.runs({ project: projectId('p') }))).map(({ title }) => title).sort()).toEqual([
    'damaged',
    'sound',
  ])
  await studio.close()
})

describe('a failure of the disk', () => {
  const app = (code: string) =>
    createApp(
      new Proxy({} as Studio, {
        get: (_, name) =>
          name === 'reportDefect'
            ? () => undefined
            : new Proxy(() => undefined, {
                get: () => () => {
                  throw Object.assign(new Error('the disk failed'), { code })
                },
              }),
      }),
      {
        guard: {
          ...{ hosts: () => ['127.0.0.1:1'], token: 'token' },
          ...{ codes: createLaunchCodes(() => 0), failures: createFailureLimit(() => 0) },
        },
        page: loadPage(join(home, 'no-page')),
        redactor: { redact: (text) => text },
      },
    )
  test.each([
    ['SQLITE_FULL', 507, 'disk-full'],
    ['ENOSPC', 507, 'disk-full'],
    ['SQLITE_BUSY', 503, 'store-busy'],
    ['SQLITE_CORRUPT', 500, 'defect'],
  ])('%s is answered %i %s', async (code, status, name) => {
    const answer = await app(code).request('http://127.0.0.1:1/api/runs', {
      headers: { host: '127.0.0.1:1', 'x-slyglass-token': 'token' },
    })
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code: name } }])
  })
})
