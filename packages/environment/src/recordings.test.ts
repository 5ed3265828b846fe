import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isJsonList, isJsonObject, type Json, jsonAt, parseJson, printJson } from '@slyglass/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources } from './testing/index.ts'
import { lines, recordedCalls } from './testing/recorded-calls.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const RECORDINGS = fileURLToPath(new URL('../../../fixtures/recordings/', import.meta.url))
const LOG = join(mkdtempSync(join(tmpdir(), 'slyglass-log-')), 'tool-log.jsonl')

let own: TestHosts
beforeAll(async () => {
  // The tool log lies outside of the project, which under bubblewrap cannot be written to.
  own = await startTestHosts({ isolation: 'host', projectEnv: () => ({ RECORD_TOOL_LOG: LOG }) })
})
afterAll(() => own.dispose())

function sourcesOf(name: string, network: string) {
  const root = join(RECORDINGS, name)
  const toolRoots = [join(root, 'coded_tools'), ...(name === 'toolbox-roots' ? [join(root, 'second_root')] : [])]
  return projectSources(root, { toolRoots, pythonPath: [root, join(RECORDINGS, 'pylib')], network })
}

describe.each([
  ['class-resolution', 'area/desk'],
  ['sync-and-async', 'desk'],
  ['tool-returns', 'desk'],
  ['toolbox-roots', 'desk'],
  ['progress', 'desk'],
])('recording %s', (name, network) => {
  test.each(recordedCalls(join(RECORDINGS, name), `registries/${network}.hocon`))(
    '$index $class $args reads as recorded',
    async (recorded) => {
      const options = { run: `${name}${recorded.index}`, args: recorded.args, tool: recorded.tool }
      const { reply, infos } = await callTool(own.hosts, sourcesOf(name, network), recorded.class, options)
      const isLong = /^\n/.test(recorded.text)
      expect(isLong ? reply.text.slice(0, recorded.text.length) : reply.text).toBe(recorded.text)
      if (reply.ok && recorded.output !== undefined) expect(reply.value).toBe(compact(recorded.output))
      if (!reply.ok) expect(reply.failure.code).toBe(codeOf(recorded.text))
      expect(infos).toHaveLength(codeOf(recorded.text) === 'class-not-found' ? 0 : 1)
    },
  )
})

test('progress is reported as recorded: none without a structure, empty text for none', async () => {
  const { progress } = await callTool(own.hosts, sourcesOf('progress', 'desk'), 'steps.Steps', { run: 'run_progress' })
  expect(progress).toEqual([
    ['{"step":1,"of":2}', ''],
    ['{"step":2,"note":{"deep":[1.0,null]}}', 'Half way, {done}'],
    ['{}', ''],
    ['{"text":"a"}', ''],
  ])
})

describe.each(['coded-tool-args', 'reserved-args'])('the tool log of %s', (name) => {
  const recorded = lines(join(RECORDINGS, name, 'tool-log.jsonl')).filter((line) => !line.includes('AccumulatingAgent'))
  test.each(recorded.map((line, index) => [index, line] as const))(
    'line %i: the tool sees the same arguments',
    async (index, line) => {
      rmSync(LOG, { force: true })
      const logged = parsed(line)
      const args = new Map(
        [...entries(jsonAt(logged, 'args', 'value'))]
          .filter((entry) => !isInjected(...entry))
          .map(([key, part]) => [key, untyped(part)]),
      )
      const metadata = printJson(untyped(jsonAt(logged, 'sly_data', 'value', 'request_metadata')))
      await callTool(own.hosts, sourcesOf(name, 'desk'), 'keep.Keep', {
        run: `${name}${index}`,
        args: printJson(args),
        tool: 'keep',
        sly: { request_metadata: metadata },
      })
      expect(lines(LOG)).toEqual([line])
    },
  )
})

test('the tool log of sly-data: what one call leaves on the board, tuples included, the next call finds', async () => {
  rmSync(LOG, { force: true })
  const expected = lines(join(RECORDINGS, 'sly-data', 'tool-log.jsonl')).slice(0, 2)
  const before = entries(jsonAt(parsed(expected[0] ?? ''), 'sly_before', 'value'))
  const sly = Object.fromEntries([...before].map(([key, part]) => [key, printJson(untyped(part))]))
  const sources = sourcesOf('sly-data', 'desk')
  const { reply } = await callTool(own.hosts, sources, 'board.Post', { run: 'run_sly', args: '{"note":"hello"}', sly })
  expect(reply.sly).toEqual({
    set: { note: '"hello"', count: '6', pair: '[1,2]', hidden: '"s3cret-hidden"' },
    del: [],
    opaque: {},
  })
  expect(reply.slyBase).toEqual(new Map([['count', '5']]))
  await callTool(own.hosts, sources, 'board.Read', { run: 'run_sly', sly: { ...sly, ...reply.sly.set } })
  expect(lines(LOG)).toEqual(expected)
})

test('the tool log of sly-data-close: parked values close in key order until one fails', async () => {
  rmSync(LOG, { force: true })
  const { reply } = await callTool(own.hosts, sourcesOf('sly-data-close', 'desk'), 'opener.Open', { run: 'run_close' })
  expect(reply.sly).toEqual({
    set: {},
    del: [],
    opaque: { plain: 'Plain', later: 'Later', picky: 'Picky', broken: 'Broken', after: 'Plain' },
  })
  await own.hosts.release('run_close' as never)
  expect(lines(LOG)).toEqual(lines(join(RECORDINGS, 'sly-data-close', 'tool-log.jsonl')))
})

function parsed(line: string): Json {
  const result = parseJson(line)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

function entries(json: Json | undefined): ReadonlyMap<string, Json> {
  return isJsonObject(json) ? json : new Map()
}

/** What the host added itself; what the network or the model set under these names stays. */
function isInjected(key: string, part: Json): boolean {
  const type = jsonAt(part, 'type')
  if (key === 'progress_reporter') return type === 'ProgressJournal'
  return (key === 'origin' && type === 'list') || (key === 'origin_str' && jsonAt(part, 'value') === 'front.keep')
}

/** The value of a line of the log without the types: a float keeps its fraction. */
function untyped(json: Json | undefined): Json {
  const value = jsonAt(json, 'value') ?? null
  if (isJsonList(value)) return value.map(untyped)
  if (isJsonObject(value)) return new Map([...value].map(([key, part]) => [key, untyped(part)]))
  return value
}

function codeOf(text: string): string {
  if (text.startsWith('\nCould not find class')) return 'class-not-found'
  if (text.startsWith('\nCoded tool class')) return 'constructor'
  if (text.endsWith(' is not a CodedTool')) return 'not-a-tool'
  return 'raised'
}

/** The recorded server writes `", "` and `": "`; the values are compared digit by digit. */
function compact(json: string | undefined): string | undefined {
  return json
    ?.replace(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/("(?:[^"\\]|\\.)*")|([,:]) /g, '$1$2')
}
