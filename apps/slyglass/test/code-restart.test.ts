// Code that waits for a person in a real server, which is killed, and in the one after it.
import { join } from 'node:path'
import type { RunId } from '@slyglass/base'
import { type Approval, type LogEvent, openApprovals, verifyLog } from '@slyglass/run-log'
import { expect, test, vi } from 'vitest'
import { ask, eventsOf, follow, must, openTrusted, waitForLine } from './support/conversations.ts'
import { callsThenWords, deskFiles, putFiles } from './support/folders.ts'
import { studioProcess } from './support/studio-process.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const program = studioProcess()

const NETWORK = `{
  studio { profile = bub, code_mode { enabled = true, language = javascript } }
  tools = [
    { name = desk, instructions = "Work.", function.description = "Works.", tools = [stock, pay] }
    { name = stock, class = "till.Stock", function { description = "Counts an item."
      parameters { type = object, required = [item], properties { item { type = string } } } } }
    { name = pay, class = "till.Pay", studio.requires_approval = true, function { description = "Pays a bill."
      parameters { type = object, required = [amount], properties { amount { type = int } } } } }
  ]
}`

const TILL = `export class Stock {
  async invoke({ item }: { item: string }) {
    return \`seven \${item}s\`
  }
}

export class Pay {
  async invoke({ amount }: { amount: number }) {
    return \`paid \${amount}\`
  }
}
`

const CODE = `print(await tools.stock({ item: "cup" }))
print(await tools.pay({ amount: 2 }))`

type Started = Awaited<ReturnType<typeof program.start>>

/** The question about a tool, once it is asked. */
async function asked({ client }: Started, run: RunId, tool: string): Promise<Approval> {
  const events: LogEvent[] = []
  const question = () => openApprovals(events).find((one) => one.tool === tool)
  await waitForLine(client, { watch: [{ run, after: -1 }] }, (line) => {
    if (line.kind === 'events') events.push(...line.events)
    return question() !== undefined
  })
  const found = question()
  if (found === undefined) throw new Error(`nobody is asked about ${tool}`)
  return found
}

test('[B-46] a call that JavaScript makes is approved after the server was killed', async () => {
  const calls = callsThenWords([{ name: 'run_code', arguments: { code: CODE } }], '{{tool}}')
  const folder = join(program.now.home, 'mine')
  putFiles(folder, deskFiles(NETWORK, calls, { 'coded_tools/till.ts': TILL }))
  const first = await program.start({})
  const project = await openTrusted(first.client, folder)
  const { run } = await must(ask(first.client, { project, network: 'desk', message: 'Pay the bill' }))
  await asked(first, run, 'pay')
  first.child.kill('SIGKILL')
  await first.exit

  const second = await program.start({})
  const { call, argsSha } = await asked(second, run, 'pay')
  await must(second.client.commandRun(run, { id: 'yes', kind: 'approve', call, argsSha, decision: 'approve' }))
  const log = await follow(second.client, run)
  expect(verifyLog(log, 'finished')).toEqual([])
  expect(eventsOf(log, 'run.finished')[0]).toMatchObject({ outcome: 'ok', answer: 'seven cups\npaid 2\n' })
  expect(eventsOf(log, 'tool.started').map(({ tool }) => tool)).toEqual(['run_code', 'stock', 'pay'])
})
