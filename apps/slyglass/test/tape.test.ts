// The tape through the whole studio: what tools record on it, handing off, what the next request holds, and a project's own choice.
import type { ProjectReply, StudioClient } from '@slyglass/protocol'
import { expect, test } from 'vitest'
import { converse, eventsOf, follow, must, refusalOf } from './support/conversations.ts'
import { deskFiles } from './support/folders.ts'
import { studioPerTest } from './support/test-studio.ts'

const MEMORY = `
from slyglass.tools import ToolContext, tool

@tool(context=True)
async def remember(text: str, context: ToolContext) -> str:
    """Keeps a note."""
    await context.tape.append_event("note", {"text": text})
    context.events.emit("kept", {"length": len(text)})
    return "Recorded."
`
const JOT = `
import { defineTool } from 'slyglass'
export const Jot = defineTool({
  name: 'jot',
  description: 'Keeps a note.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute({ text }, ctx) {
    ctx.tape.append('note', { text })
    return 'Recorded.'
  },
})
`
const SELECT = `
import { defineSelector } from 'slyglass'
export const withNotes = defineSelector(({ tape, messages }) => {
  const notes = tape.filter(({ kind, name }) => kind === 'event' && name === 'note')
  return [{ role: 'assistant', content: 'Notes: ' + notes.map(({ data }) => data.text).join('; ') }, ...messages]
})
export const broken = () => { throw new Error('no luck') }
export const odd = () => [{ role: 'system', content: 'x' }]
`

const network = (studio: string) => `{
  studio { ${studio} }
  tools = [
    { name = desk, instructions = "Answer.", tools = [remember, jot], function { description = "Answers." } }
    { name = remember, class = "memory.remember" }
    { name = jot, class = "jot.Jot" }
  ]
}`
const call = (name: string, text: string) => ({ tool_calls: [{ name, arguments: { text } }] })
const RULES = [
  { user: 'python', tool_results: 0, answer: call('remember', 'likes tea') },
  { user: 'typescript', tool_results: 0, answer: call('jot', 'likes coffee') },
  { answer: { content: 'Done.' } },
]

const MORE = { 'coded_tools/memory.py': MEMORY, 'coded_tools/jot.ts': JOT, 'select.ts': SELECT }
const bub = studioPerTest(deskFiles(network('profile = bub'), RULES, MORE))
const own = studioPerTest(deskFiles(network('profile = bub, tape { selector = "select.ts#withNotes" }'), RULES, MORE))
const broken = studioPerTest(deskFiles(network('tape { selector = "select.ts#broken" }'), RULES, MORE))
const odd = studioPerTest(deskFiles(network('tape { selector = "select.ts#odd" }'), RULES, MORE))
const missing = studioPerTest(deskFiles(network('tape { context = "phase-9" }'), RULES, MORE))
const plain = studioPerTest(
  deskFiles('{ tools = [{ name = desk, instructions = "Answer.", function { description = "x" } }] }', [
    { answer: { content: 'Done.' } },
  ]),
)

interface Sent {
  readonly role: string
  readonly content: string | null
}

/** The messages that a look at the next request shows, without the instructions. */
async function lookAhead(
  client: StudioClient,
  body: Parameters<StudioClient['askContext']>[0],
): Promise<readonly Sent[]> {
  const { request } = await must(client.askContext(body))
  const { messages, input } = JSON.parse(request) as { messages?: readonly Sent[]; input?: readonly Sent[] }
  return (messages ?? input ?? []).slice(1)
}

/** The first request of a run, as its log holds it. */
async function asked(client: StudioClient, events: Awaited<ReturnType<typeof follow>>): Promise<string> {
  const [first] = eventsOf(events, 'attempt.started')
  const parts = first?.request?.parts ?? []
  return (await Promise.all(parts.map((sha) => must(client.chunk(first?.runId ?? ('' as never), sha))))).join('')
}

const where = (project: ProjectReply) => ({ project: project.id, network: 'desk' })

test('[B-19] [B-21] [B-22] what tools of both languages record is on the tape, and no model is told', async () => {
  const { client, project } = await bub.startTrusted()
  const first = await converse(client, { project, network: 'desk', message: 'python' })
  const { session } = first
  expect(eventsOf(first.events, 'tool.finished')[0]).toMatchObject({ outcome: 'ok', text: 'Recorded.' })
  expect(eventsOf(first.events, 'attempt.delta').map(({ structure }) => structure)).toContain(
    '{"event":"kept","data":{"length":9}}',
  )
  await converse(client, { project, network: 'desk', session, message: 'typescript' })
  const tape = await must(client.tape(session, where(project)))
  expect(tape.lines.map(({ kind, name }) => name ?? kind)).toEqual([
    ...['session/start', 'handoff'],
    ...['message', 'tool_call', 'note', 'tool_result', 'message'],
    ...['message', 'tool_call', 'note', 'tool_result', 'message'],
  ])
  const notes = tape.lines.filter(({ name }) => name === 'note')
  expect(notes.map(({ text, told }) => [text, told])).toEqual([
    ['note {"text": "likes tea"}', false],
    ['note {"text": "likes coffee"}', false],
  ])
  const next = await lookAhead(client, { ...where(project), session, message: 'and?' })
  // The arguments of the call hold it, and nothing else does.
  expect(JSON.stringify(next).split('likes tea')).toHaveLength(2)
  expect(JSON.stringify(next)).toContain('Recorded.')
  expect(await must(client.tape(session, { ...where(project), search: 'COFFEE' }))).toMatchObject({
    lines: [{ name: 'note' }, { kind: 'tool_call' }],
  })
})

test('[B-22] a selector of the project that includes notes puts them into the next request', async () => {
  const { client, project } = await own.startTrusted()
  const { session } = await converse(client, { project, network: 'desk', message: 'python' })
  const second = await converse(client, { project, network: 'desk', session, message: 'and?' })
  expect(await asked(client, second.events)).toContain('Notes: likes tea')
})

test('[B-23] [B-24] after a handoff the next request begins with its summary, once, and the look ahead is that request', async () => {
  const { client, project } = await bub.startTrusted()
  const { session } = await converse(client, { project, network: 'desk', message: 'python' })
  const handed = await must(client.writeTape(session, { ...where(project), kind: 'handoff', summary: 'Tea it is.' }))
  expect(handed.session).toBe(session)
  const events = await follow(client, handed.run)
  expect(events.map(({ type }) => type)).toEqual(['run.started', 'note.noted', 'run.finished'])
  const tape = await must(client.tape(session, where(project)))
  expect(tape).toMatchObject({ anchors: 2, lastAnchor: 'handoff-1', entriesSinceLastAnchor: 1 })
  expect(tape.lines.filter(({ told }) => told).map(({ text }) => text)).toEqual(['handoff-1 {"summary": "Tea it is."}'])
  const message = 'and now?'
  const { request } = await must(client.askContext({ ...where(project), session, message }))
  const next = await converse(client, { project, network: 'desk', session, message })
  expect(request).toBe(await asked(client, next.events))
  expect(request.split('Tea it is.')).toHaveLength(2)
  expect(request).not.toContain('python')
  expect(request).not.toContain('Recorded.')
})

test('[B-64] a reset begins the tape anew, and everything before stays in the logs', async () => {
  const { client, project } = await bub.startTrusted()
  const { session, run } = await converse(client, { project, network: 'desk', message: 'python' })
  const reset = await must(client.writeTape(session, { ...where(project), kind: 'reset' }))
  await follow(client, reset.run)
  expect((await must(client.tape(session, where(project)))).lines.map(({ name }) => name)).toEqual([
    'session/start',
    'handoff',
  ])
  expect(await lookAhead(client, { ...where(project), session, message: 'and?' })).toHaveLength(1)
  expect((await follow(client, run)).length).toBeGreaterThan(5)
})

test('[B-24] a network without settings of its own hands off as well', async () => {
  const { client, project } = await plain.startTrusted()
  const { session } = await converse(client, { project, network: 'desk', message: 'first' })
  const body = { ...where(project), kind: 'handoff', name: 'phase-1', summary: 'first is done' } as const
  await follow(client, (await must(client.writeTape(session, body))).run)
  const next = await converse(client, { project, network: 'desk', session, message: 'second' })
  const sent = await asked(client, next.events)
  expect(sent).toContain('[Anchor created: phase-1]')
  expect(sent).not.toContain('"first"')
})

test('[B-64] an anchor that nobody wrote, and a selector that does not choose, stop the run before it begins', async () => {
  const none = await missing.startTrusted()
  const refused = await none.client.startRun({ ...where(none.project), message: 'go' })
  expect(refused).toMatchObject({ ok: false, error: { status: 422, message: "Anchor 'phase-9' was not found." } })
  const failing = await broken.startTrusted()
  const failed = await failing.client.startRun({ ...where(failing.project), message: 'go' })
  expect(failed).toMatchObject({
    ok: false,
    error: { code: 'tape-selector', message: expect.stringContaining('no luck') },
  })
  const strange = await odd.startTrusted()
  expect(await refusalOf(strange.client.startRun({ ...where(strange.project), message: 'go' }))).toBe(
    '422 tape-selector',
  )
})

test('[B-64] the tape of a new session begins with an anchor, and a session that nobody knows has none', async () => {
  const { client, project } = await plain.startTrusted()
  expect(await lookAhead(client, { ...where(project), message: 'hello' })).toMatchObject([{ role: 'user' }])
  expect(await refusalOf(client.tape('ses_nobody' as never, where(project)))).toBe('404 session')
  expect(await refusalOf(client.writeTape('ses_nobody' as never, { ...where(project), kind: 'reset' }))).toBe(
    '404 session',
  )
})
