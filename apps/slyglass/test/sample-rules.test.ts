// What the pages of the samples about rules of calls claim, proven on their run logs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LogEvent } from '@slyglass/run-log'
import { expect, test } from 'vitest'
import { eventsOf, follow, must, waitForLine } from './support/conversations.ts'
import { askSample, callsOf } from './support/sample-runs.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start } = studioPerTest()

/** Begin and end of each tool's attempt, by their places in the log. */
function attempts(events: readonly LogEvent[]) {
  const began = eventsOf(events, 'attempt.started').filter(({ of }) => of === 'tool')
  const ended = eventsOf(events, 'attempt.finished')
  return began.map(({ span, seq }) => ({ from: seq, to: ended.find((end) => end.span === span)?.seq ?? -1 }))
}

const overlap = (events: readonly LogEvent[]): boolean =>
  attempts(events).some((one, at, all) => all.slice(0, at).some((earlier) => one.from < earlier.to))

const toolsFinished = (events: readonly LogEvent[]) => {
  const names = new Map(eventsOf(events, 'tool.started').map(({ span, tool }) => [span, tool]))
  return eventsOf(events, 'tool.finished').map(({ span }) => names.get(span))
}

test('[U-32] [U-36] three lookups run side by side and are committed in the order of the calls', async () => {
  const studio = await start()
  const message = 'Tell me all about customer 7.'
  const beside = await askSample(studio, { sample: 'three_lookups', message })
  expect(overlap(beside.events)).toBe(true)
  expect(toolsFinished(beside.events)).toEqual(['fetch_user', 'fetch_orders', 'fetch_invoices'])
  const inTurn = await askSample(studio, { sample: 'three_lookups', network: 'three_lookups_in_turn', message })
  expect(overlap(inTurn.events)).toBe(false)
  expect(callsOf(inTurn.events)).toEqual(callsOf(beside.events))
})

test('[U-40] a card is charged when its order is open; where both begin at once the log names the two', async () => {
  const studio = await start()
  const message = 'Order 2 teapots and pay with my card.'
  const ordered = await askSample(studio, { sample: 'order_then_charge', message })
  expect(overlap(ordered.events)).toBe(false)
  const hasty = await askSample(studio, { sample: 'order_then_charge', network: 'order_then_charge_at_once', message })
  const notes = eventsOf(hasty.events, 'note.noted').filter(({ level }) => level === 'warning')
  expect(notes.map(({ text }) => text)).toEqual([expect.stringMatching(/create_order and charge_card/)])
})

test('[U-24] [U-30] the 61st price is refused unasked; a page that is kept is not fetched again', async () => {
  const studio = await start()
  const often = await askSample(studio, { sample: 'limits_and_cache', message: 'Ask for 61 prices.' })
  expect(eventsOf(often.events, 'limit.reached')).toMatchObject([{ limit: 'rate', value: 60 }])
  expect(attempts(often.events)).toHaveLength(61)
  const twice = await askSample(studio, { sample: 'limits_and_cache', message: 'Fetch https://a.example twice.' })
  const kept = eventsOf(twice.events, 'attempt.finished').filter(({ cached }) => cached !== undefined)
  expect(kept).toHaveLength(1)
})

test('[U-43] [U-45] raising and hanging are tried twice, a returned failure once', async () => {
  const studio = await start()
  const attemptsOf = async (message: string) => {
    const { events } = await askSample(studio, { sample: 'slow_and_broken', message })
    return eventsOf(events, 'tool.finished').map(({ attempts: count, outcome }) => `${outcome} ${count}`)
  }
  expect(await attemptsOf('Call the one that works at the second attempt.')).toEqual(['ok 2'])
  expect(await attemptsOf('Call the one that hangs.')).toEqual(['failed 2'])
  expect(await attemptsOf('Call the one that returns a failure.')).toEqual(['failed 1'])
})

test('[U-56] [U-57] [U-58] the plan is in the instructions of the next run, and no update is in what the model reads', async () => {
  const studio = await start()
  const message = 'Analyze this codebase and write a report.'
  const first = await askSample(studio, { sample: 'coding_report', message })
  expect(first.requests.join()).not.toMatch(/Current Task Progress|__update_context__/)
  const { session } = first
  const next = await askSample(studio, { sample: 'coding_report', message: 'How far are you?', session })
  expect(next.requests[0]).toMatch(/Current Task Progress.*Completed \(3\)/)
})

test('[U-67] the steps of a research lie below it; after one that failed none is called', async () => {
  const studio = await start()
  const asked = { sample: 'research', message: 'Research the history of dragons.' }
  const { events } = await askSample(studio, asked)
  expect(callsOf(events).map(({ tool }) => tool)).toEqual(['research', 'search_sources', 'summarize'])
  const [whole, ...steps] = eventsOf(events, 'tool.started')
  for (const step of steps) expect(step.span.startsWith(whole?.span ?? '-')).toBe(true)
})

test('[U-69] parts are in the log, the final result alone is in the request', async () => {
  const studio = await start()
  const { events, requests } = await askSample(studio, {
    sample: 'streaming_analysis',
    message: 'Analyze the guest book.',
  })
  const parts = eventsOf(events, 'attempt.delta').filter(({ kind }) => kind === 'progress')
  expect(parts).toHaveLength(4)
  expect(requests.join()).not.toContain('partial')
  expect(requests.at(-1)).toContain('final')
})

test('[U-23] a tool that a rule forbids is not offered, and does nothing when it is called', async () => {
  const studio = await start()
  const { events, requests } = await askSample(studio, { sample: 'permissions', message: 'Purge the archive.' })
  expect(JSON.stringify(JSON.parse(requests[0] ?? '{}').tools)).not.toContain('purge_archive')
  expect(attempts(events)).toEqual([])
  expect(eventsOf(events, 'tool.finished')).toMatchObject([{ outcome: 'denied' }])
})

test('[U-75] [U-76] a password is in no record of a call; an exception is told to people alone', async () => {
  const studio = await start()
  const sent = await askSample(studio, { sample: 'monitored', message: 'Send invoice 7.' })
  const isOfModel = ({ type }: LogEvent) => type === 'model.finished' || type === 'attempt.finished'
  expect(JSON.stringify(sent.events.filter((event) => !isOfModel(event)))).not.toContain('zebra-4711')
  expect(eventsOf(sent.events, 'tool.started')[0]?.args).toContain('"password":"[redacted]"')
  const booked = await askSample(studio, { sample: 'monitored', message: 'Book invoice 7.' })
  expect(booked.requests.join()).not.toContain('ledger_2026')
  expect(eventsOf(booked.events, 'tool.finished')[0]?.failure?.message).toContain('ledger_2026')
})

test('[U-81] when more than three turns are past the older ones are left out, and a sixth is not begun', async () => {
  const studio = await start()
  const ask = (session?: Awaited<ReturnType<typeof askSample>>['session']) =>
    askSample(studio, { sample: 'coding_agent', message: 'Which files are there?', ...(session && { session }) })
  const first = await ask()
  const later = []
  for (let turn = 2; turn <= 6; turn += 1) later.push(await ask(first.session))
  const noted = later.map(({ events }) => eventsOf(events, 'note.noted').some(({ source }) => source === 'session'))
  // The turns two to five.
  expect(noted.slice(0, 4)).toEqual([false, false, false, true])
  expect(later.at(-1)?.requests).toEqual([])
  expect(later.at(-1)?.answer).toContain('studio.session.max_turns = 5')
})

test('[U-81] six tools read, change and run; a person is asked before a file is changed and before a command', async () => {
  const { client } = await start()
  const project = await must(client.openProject({ sample: 'coding_agent' }))
  const { rows } = await must(client.permissions(project.id, 'coding_agent'))
  expect(rows.map(({ tool, verdict }) => `${tool} ${verdict}`).sort()).toEqual([
    'bash asks',
    'file_edit asks',
    'file_glob allowed',
    'file_grep allowed',
    'file_read allowed',
    'file_write asks',
  ])
  const message = 'Fix the greeting and run its test.'
  const { run } = await must(client.startRun({ project: project.id, network: 'coding_agent', message }))
  const asked: string[] = []
  await waitForLine(client, { watch: [{ run, after: -1 }] }, (line) => {
    if (line.kind !== 'events') return line.kind === 'end'
    for (const { tool, parent, argsSha } of eventsOf(line.events, 'approval.requested')) {
      asked.push(tool)
      const id = `${tool}-${asked.length}`
      void client.commandRun(run, { id, kind: 'approve', call: parent ?? '', argsSha, decision: 'approve' })
    }
    return false
  })
  const events = await follow(client, run)
  expect(asked).toEqual(['file_edit', 'bash'])
  expect(toolsFinished(events)).toEqual(['file_grep', 'file_read', 'file_edit', 'bash'])
  expect(eventsOf(events, 'tool.finished').every(({ outcome }) => outcome === 'ok')).toBe(true)
  const changed = join(project.root, 'data/coding_agent/workshop/greet.sh')
  expect(readFileSync(changed, 'utf8')).toContain('Hello')
})
