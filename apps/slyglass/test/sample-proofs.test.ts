// What the pages of the shipped samples claim, proven on their run logs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventsOf, must } from './support/conversations.ts'
import { SAMPLES } from './support/folders.ts'
import { askSample, callsOf, crossings, searched } from './support/sample-runs.ts'
import { studioPerTest } from './support/test-studio.ts'

const { start } = studioPerTest()

/** A private value as the vault of a session has it. */
async function reveal(studio: Awaited<ReturnType<typeof start>>, session: string, key: string): Promise<string> {
  return (await must(studio.client.reveal(session as never, { key }))).json
}

describe('private data', () => {
  test('[N-19] a record written in Python is read in TypeScript, and is in no argument, result or request', async () => {
    const studio = await start()
    const run = await askSample(studio, { sample: 'bulletin_board', message: 'Check me in for 2 nights, please.' })
    expect(callsOf(run.events)).toEqual([
      { tool: 'check_in', args: '{"nights":2}', text: 'Checked in for 2 nights.' },
      { tool: 'cut_key_card', args: '{}', text: 'The key card lies ready.' },
    ])
    const record = JSON.parse(await reveal(studio, run.session, 'guest_record'))
    expect(JSON.parse(await reveal(studio, run.session, 'key_card'))).toBe(`${record.room_no}/${record.door_code}`)
    expect(searched(run.events)).toMatchObject({ requests: 3, found: [] })
    expect(searched(run.events).keys).toContain('guest_record')
    expect(run.requests.join() + JSON.stringify(run.events)).not.toContain(record.door_code)
  })

  test('[N-43] [N-44] a token and a connection string go from one tool to the next, records come back, no request holds either', async () => {
    const studio = await start()
    const message = 'Which invoices of member M-204 are open?'
    const run = await askSample(studio, { sample: 'login_then_fetch', message })
    const records = "{'invoices': [{'number': 'R-31', 'amount': 120}, {'number': 'R-35', 'amount': 45}]}"
    expect(callsOf(run.events)).toEqual([
      { tool: 'log_in', args: '{"member":"M-204"}', text: 'Logged in as M-204.' },
      { tool: 'fetch_invoices', args: '{"status":"open"}', text: records },
    ])
    const token = JSON.parse(await reveal(studio, run.session, 'session_token'))
    const database = JSON.parse(await reveal(studio, run.session, 'invoice_database'))
    expect(token).toMatch(/^M-204\.[0-9a-f]{64}$/)
    expect(database).toMatch(/^file:invoices_[0-9a-f]{16}\?/)
    expect(searched(run.events)).toEqual({ requests: 3, keys: ['invoice_database', 'session_token'], found: [] })
    const seen = run.requests.join() + JSON.stringify(run.events)
    for (const part of [token.split('.')[1], database.slice(14, 30)]) expect(seen).not.toContain(part)
  })
})

describe('the edges of a network', () => {
  const message = 'Open case 12 and multiply its two numbers.'

  test('[N-67] [N-68] [N-69] [N-70] each lets through what its rule names: a list, a rename, a block', async () => {
    const studio = await start()
    const run = await askSample(studio, { sample: 'boundaries', message })
    const peer = '/boundaries_math'
    expect(crossings(run.events)).toEqual([
      {
        boundary: 'to-downstream',
        peer,
        passed: ['x', 'y'],
        withheld: expect.arrayContaining(['my_session', 'user_ssn']),
      },
      { boundary: 'from-downstream', peer, passed: ['equals'], withheld: ['working'] },
      {
        boundary: 'to-upstream',
        peer: 'client',
        passed: ['equals', 'my_session as session_id'],
        withheld: expect.arrayContaining(['x', 'y', 'user_ssn']),
      },
    ])
    expect(await reveal(studio, run.session, 'equals')).toBe('19481.0')
    expect(searched(run.events).found).toEqual([])
  })

  test('[N-66] without a rule let nothing through in any direction', async () => {
    const studio = await start()
    const run = await askSample(studio, { sample: 'boundaries', network: 'boundaries_closed', message })
    expect(crossings(run.events).flatMap(({ passed }) => passed)).toEqual([])
    expect(crossings(run.events)[0]?.withheld).toEqual(expect.arrayContaining(['x', 'y']))
    expect(run.answer).toContain('x and y have not arrived')
  })
})

describe('shared tools', () => {
  test('[N-39] one word swaps the provider: the agent is told the same and reads the same shape', async () => {
    const studio = await start()
    const project = await must(studio.client.openProject({ sample: 'search_swap' }))
    const path = 'registries/search_swap.hocon'
    const message = 'Search for tide tables of small harbours.'
    const told: unknown[] = []
    const shapes: string[] = []
    for (const word of ['brave_search', 'google_serper', 'ddgs_search', 'openai_search']) {
      const { text, hash } = await must(studio.client.readFile(project.id, path))
      const swapped = text.replace(/(name = search, toolbox = ")\w+/, `$1${word}`)
      if (swapped !== text) await must(studio.client.saveFile(project.id, path, { text: swapped, baseHash: hash }))
      const run = await askSample(studio, { sample: 'search_swap', message })
      const { input, tools } = JSON.parse(run.requests[0] ?? '{}')
      told.push({ input, parameters: tools[0].parameters, name: tools[0].name })
      const result = JSON.parse(callsOf(run.events)[0]?.text ?? '')
      shapes.push([...Object.keys(result), ...Object.keys(result.results[0])].join())
      expect(run.answer).toContain(`found by ${result.provider}`)
    }
    expect(new Set(shapes)).toEqual(new Set(['query,provider,results,position,title,url,snippet']))
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test('[N-77] [N-78] a request to this machine passes where its address is listed, and the next port is refused', async () => {
    const studio = await start()
    const ask = (message: string) => askSample(studio, { sample: 'toolbox_clock', message })
    const asked = await ask('What does the notice of the day say?')
    expect(callsOf(asked.events).map(({ tool }) => tool)).toEqual(['open_notice', 'ask_address'])
    expect(callsOf(asked.events)[1]?.text).toMatch(/^Notice: /)
    const refused = await ask('Does port 47812 answer?')
    expect(callsOf(refused.events)[0]?.text).toContain('studio.fetch.allow')
    expect((await ask('What time is it in Berlin?')).answer).toMatch(/^In Berlin it is \d{4}-\d\d-\d\dT/)
  })
})

describe('retrieval', () => {
  test('[N-40] passages come back; the library and the store are in no model request', async () => {
    const studio = await start()
    const run = await askSample(studio, { sample: 'rag_local', message: 'When is the crane out of use?' })
    expect(callsOf(run.events)).toMatchObject([
      { tool: 'text_rag', text: expect.stringContaining('every Monday morning') },
    ])
    const library = JSON.parse(await reveal(studio, run.session, 'library_address'))
    expect(library).toContain('knowledge/rag_local')
    expect(searched(run.events)).toMatchObject({ requests: 2, found: [] })
    expect(searched(run.events).keys).toContain('library_address')
    expect(run.requests.join()).not.toMatch(/knowledge\/rag_local|sqlite|passage_store/)
  })
})

describe('media', () => {
  test('[N-41] [N-97] a picture is kept for people, models read a reference, and a second agent describes it', async () => {
    const studio = await start()
    const message = 'Draw a lighthouse at night and describe it.'
    const run = await askSample(studio, { sample: 'picture', message })
    const answers = eventsOf(run.events, 'attempt.finished').flatMap(({ answer }) =>
      answer?.of === 'tool' ? (answer.media ?? []) : [],
    )
    expect(answers).toMatchObject([{ kind: 'image', mimeType: 'image/png', name: 'lighthouse_night.png' }])
    const sha = answers[0]?.sha ?? ''
    const base64 = await (await studio.raw(`/api/runs/${run.events[0]?.runId}/chunks/${sha}`)).text()
    expect(Buffer.from(base64, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(answers[0]?.bytes).toBe(Buffer.from(base64, 'base64').length)
    expect(run.requests.join() + JSON.stringify(run.events)).not.toContain(base64.slice(0, 60))
    expect(run.requests.join()).toContain(`media:${sha.slice(0, 16)}`)
    expect(callsOf(run.events).map(({ tool, args }) => [tool, args])).toEqual([
      ['draw_lighthouse', '{"time":"night"}'],
      ['viewer', '{"wanted":"a label beside the picture"}'],
      ['look_at_picture', '{}'],
    ])
    expect(run.answer).toBe('A picture of 240 by 180 points: a striped tower under a dark blue sky, its lamp is lit.')
  })
})

describe('an enterprise', () => {
  test('[N-42] the HR agent’s tool asks the company over HTTP, three agents down; address and key are in no request', async () => {
    const studio = await start()
    const message = 'How many days of leave does employee E-1042 have left?'
    const run = await askSample(studio, { sample: 'intranet_hr', message })
    expect(callsOf(run.events).map(({ tool }) => tool)).toEqual(['HumanResources', 'LeaveBalance', 'read_leave'])
    expect(run.answer).toBe('Employee E-1042 has 11 days of leave left.')
    expect(searched(run.events)).toEqual({ requests: 6, keys: ['hcm_address', 'hcm_key'], found: [] })
    expect(await reveal(studio, run.session, 'hcm_address')).toMatch(/^"http:\/\/127\.0\.0\.1:\d+"$/)
    expect(run.requests.join() + JSON.stringify(run.events)).not.toMatch(/hcm-dept|127\.0\.0\.1/)
    const wrong = await askSample(studio, { sample: 'intranet_hr', message, sly: { hcm_key: 'k-8843-of-nobody' } })
    expect(wrong.answer).toContain('the key is not known here')
    expect(JSON.stringify(wrong.events)).not.toContain('k-8843-of-nobody')
  })
})

describe('a file, a database, an API', () => {
  const ask = async (message: string, sly?: object) => {
    const studio = await start()
    const asked = { sample: 'file_db_api', message, ...(sly === undefined ? {} : { sly }) }
    return { studio, run: await askSample(studio, asked) }
  }

  test('[U-71] the database is asked through a living handle that is in no model request', async () => {
    const { run } = await ask('Which orders are open?')
    expect(callsOf(run.events)[0]?.text).toBe('[{"id":1,"item":"tea","amount":12},{"id":3,"item":"tea","amount":7}]')
    expect(run.requests.join()).not.toMatch(/orders\.json|"database"/)
    expect(searched(run.events).found).toEqual([])
  })

  test('[U-72] key and address of the API are in no request and no event, whatever comes of the call', async () => {
    const { studio, run } = await ask('What are 20 crowns in euros?')
    const [key, url] = [await reveal(studio, run.session, 'api_key'), await reveal(studio, run.session, 'api_url')]
    const seen = run.requests.join() + JSON.stringify(run.events)
    for (const text of [key, url]) expect(seen).not.toContain(JSON.parse(text))
    expect(searched(run.events)).toMatchObject({ requests: 2, found: [] })
    expect(searched(run.events).keys).toEqual(expect.arrayContaining(['api_key', 'api_url']))
    const private_ = { api_url: 'http://127.0.0.1:47899', api_key: 'key-of-mine-71aa' }
    const failed = (await ask('What are 20 crowns in euros?', private_)).run
    expect(failed.answer).toContain('Network error: ECONNREFUSED')
    expect(failed.requests.join() + JSON.stringify(failed.events)).not.toMatch(/key-of-mine|127\.0\.0\.1/)
  })
})

test('[U-2] the weather of Paris is asked for once, and the answer says what the tool said', async () => {
  const message = "What's the weather in Paris?"
  const run = await askSample(await start(), { sample: 'studio', network: 'basic/weather', message })
  expect(callsOf(run.events)).toEqual([
    { tool: 'get_weather', args: '{"location":"Paris"}', text: 'Weather in Paris: Sunny, 22°C' },
  ])
  expect(run.answer).toBe('The weather in Paris is sunny and 22°C.')
})

test('[N-99] every tool of a shipped sample logs its arguments first, through a logger named after its class', () => {
  const files = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /coded_tools\/.*\.(py|ts)$/.test(path.replaceAll('\\', '/')) && !/(^|\/)test_|\.test\.ts$/.test(path),
  )
  const silent = files.flatMap((path) => {
    const text = readFileSync(join(SAMPLES, path), 'utf8')
    return toolBodies(text, path.endsWith('.py')).flatMap((first) =>
      LOGS.test(first) ? [] : [`${path}: ${first.trim()}`],
    )
  })
  expect(files.length).toBeGreaterThan(20)
  expect(silent).toEqual([])
})

const LOGS =
  /^\s*(logging\.getLogger\(self\.__class__\.__name__\)\.debug\("args: %s", args\)|console\.debug\('args: %o', )/

/** The first line of each method that a tool is called by. */
function toolBodies(text: string, isPython: boolean): readonly string[] {
  const begin = isPython
    ? /async def async_invoke\([^)]*\)[^:]*:\n/g
    : /\b(?:asyncInvoke|execute)(?:: (?:async )?)?\([^)]*\)[^{\n]*\{\n/g
  return [...text.matchAll(begin)].map((match) => text.slice(match.index + match[0].length).split('\n')[0] ?? '')
}
