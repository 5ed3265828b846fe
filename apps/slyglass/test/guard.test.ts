import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE_HEADER, LAUNCH_ROUTE, ROUTES, TOKEN_HEADER, WRITE_HEADER } from '@slyglass/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/server/app.ts'
import { createFailureLimit } from '../src/server/guard/failure-limit.ts'
import { SECURITY_HEADERS } from '../src/server/guard/headers.ts'
import { CODE_LIFE_MS, createLaunchCodes, type LaunchCodes } from '../src/server/guard/launch-codes.ts'
import { createLaunchToken, isLaunchToken } from '../src/server/guard/launch-token.ts'
import { loadPage } from '../src/server/serve-page.ts'
import type { Studio } from '../src/server/studio.ts'

const TOKEN = createLaunchToken()
const HOST = '127.0.0.1:4600'
const HOSTS = [HOST, 'localhost:4600', '[::1]:4600']
const page = mkdtempSync(join(tmpdir(), 'slyglass-page-'))
beforeAll(() => {
  mkdirSync(join(page, 'assets'))
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Slyglass</title>')
  writeFileSync(join(page, 'assets', 'app.js'), 'export {}')
})
afterAll(() => rmSync(page, { recursive: true, force: true }))

/** Stands for everything behind the guard: a request that reaches it has passed, and says so. */
const REACHED = 599
const behind = (): unknown =>
  new Proxy(() => undefined, {
    get: () => behind(),
    apply: () => {
      throw new Error('reached')
    },
  })

const newApp = (now = () => 0, codes = createLaunchCodes(now)) => {
  const app = createApp(behind() as Studio, frame(now, codes))
  app.onError(() => new Response('reached', { status: REACHED }))
  return app
}
const frame = (now: () => number, codes: LaunchCodes) => ({
  guard: { hosts: () => HOSTS, token: TOKEN, codes, failures: createFailureLimit(now) },
  page: loadPage(page),
  redactor: { redact: (text: string) => text },
})

interface Asked {
  readonly method: string
  readonly path: string
}
type Headers = Readonly<Record<string, string | undefined>>

const fill = (path: string) => path.replace(/:\w+/g, 'x').replace('*', 'a/b.hocon')
const routes: readonly Asked[] = ROUTES.map(({ method, path }) => ({ method, path: fill(path) }))
const isWrite = ({ method }: Asked) => method !== 'GET'
const rightHeaders = (asked: Asked): Headers => ({
  host: HOST,
  origin: `http://${HOST}`,
  'sec-fetch-site': 'same-origin',
  [TOKEN_HEADER]: TOKEN,
  ...(isWrite(asked) ? { 'content-type': 'application/json', [WRITE_HEADER]: '1' } : {}),
})
const ask = (app: ReturnType<typeof newApp>, asked: Asked, change: Headers = {}) => {
  const headers = Object.entries({ ...rightHeaders(asked), ...change }).filter(([, value]) => value !== undefined)
  return app.request(asked.path, {
    method: asked.method,
    headers: headers as [string, string][],
    ...(isWrite(asked) ? { body: '{}' } : {}),
  })
}

const strangers: readonly [string, Headers, number][] = [
  ['without the token', { [TOKEN_HEADER]: undefined }, 401],
  ['with an empty token', { [TOKEN_HEADER]: '' }, 401],
  ['with another token', { [TOKEN_HEADER]: createLaunchToken() }, 401],
  ['with the token cut short', { [TOKEN_HEADER]: TOKEN.slice(0, -1) }, 401],
  ['with a foreign Host', { host: 'evil.example:4600' }, 403],
  ['with a Host on another port', { host: '127.0.0.1:4601' }, 403],
  ['with a Host without its port', { host: '127.0.0.1' }, 403],
  ['without a Host', { host: undefined }, 403],
  ['with a foreign Origin', { origin: 'https://evil.example' }, 403],
  ['with the Origin of another port', { origin: 'http://127.0.0.1:4601' }, 403],
  ['with the Origin null', { origin: 'null' }, 403],
  ['from the same site', { 'sec-fetch-site': 'same-site' }, 403],
  ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
]
const badWrites: readonly [string, Headers, number][] = [
  ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['as multipart', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['as plain text', { 'content-type': 'text/plain' }, 415],
  ['as JSON with another parameter', { 'content-type': 'application/json; boundary=x' }, 415],
  ['without a type', { 'content-type': undefined }, 415],
  ['without the header of writes', { [WRITE_HEADER]: undefined }, 403],
]

describe('every API route', () => {
  const app = newApp()
  test.each(routes)('[S-39] $method $path answers its owner', async (asked) => {
    // The exchange has nothing behind it that could be reached.
    const answered = asked.path === LAUNCH_ROUTE.path ? [200] : [400, REACHED]
    for (const host of HOSTS) {
      const answer = await ask(app, asked, { host, origin: undefined, 'sec-fetch-site': undefined })
      expect(answered).toContain(answer.status)
    }
    expect(answered).toContain((await ask(app, asked, { 'sec-fetch-site': 'none' })).status)
  })

  test.each(routes)('[S-39] $method $path refuses strangers', async (asked) => {
    for (const [how, change, status] of strangers) {
      const answer = await ask(newApp(), asked, change)
      expect([how, answer.status]).toEqual([how, status])
      expect(await answer.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
    }
  })

  test.each(routes.filter(isWrite))('[S-39] $method $path takes JSON with our header only', async (asked) => {
    for (const [how, change, status] of badWrites)
      expect([how, (await ask(app, asked, change)).status]).toEqual([how, status])
  })

  test.each(routes)('[S-39] $method $path answers no other method', async ({ path }) => {
    for (const method of ['OPTIONS', 'PATCH', 'PROPFIND'])
      expect((await ask(app, { method, path }, { 'content-type': 'application/json' })).status).toBe(405)
  })
})

describe('addresses that are no route', () => {
  const statics: readonly Asked[] = [
    '/',
    '/index.html',
    '/assets/app.js',
    '/health',
    '/no/such.js',
    '//api/status',
  ].map((path) => ({ method: 'GET', path }))
  test.each(statics)('[S-39] $path refuses foreign hosts and sites too', async (asked) => {
    for (const [how, change, status] of strangers.filter(([, headers]) => !(TOKEN_HEADER in headers)))
      expect([how, (await ask(newApp(), asked, change)).status]).toEqual([how, status])
  })

  test.each(statics)('[S-39] $path takes no writes', async ({ path }) => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask(newApp(), { method, path })).status).toBe(405)
  })

  test.each(['/api', '/api/', '/api/unknown', '/api/status/more', '/%61pi/status'])(
    '[S-39] %s needs the token like any other',
    async (path) => {
      const asked = { method: 'GET', path }
      expect((await ask(newApp(), asked, { [TOKEN_HEADER]: undefined })).status).toBe(401)
    },
  )
})

describe('what is served', () => {
  test('[S-39] no served byte holds the token', async () => {
    for (const path of ['/', '/index.html', '/assets/app.js', '/health', '/api/unknown', '/no/such.js']) {
      const answer = await ask(newApp(), { method: 'GET', path })
      expect(await answer.text()).not.toContain(TOKEN)
      expect(JSON.stringify([...answer.headers])).not.toContain(TOKEN)
    }
  })

  test('[S-39] every answer has the security headers, refusals and failures included', async () => {
    const asked = (path: string, method = 'GET') => ({ path, method })
    const answers = await Promise.all([
      ask(newApp(), asked('/')),
      ask(newApp(), asked('/assets/app.js')),
      ask(newApp(), asked('/no/such.js')),
      ask(newApp(), asked('/api/status')),
      ask(newApp(), asked('/api/status'), { host: 'evil.example' }),
      ask(newApp(), asked('/api/status'), { [TOKEN_HEADER]: undefined }),
      ask(newApp(), asked('/api/status', 'OPTIONS')),
    ])
    for (const answer of answers) {
      expect(Object.fromEntries(answer.headers)).toMatchObject(SECURITY_HEADERS)
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(answer.headers.has('set-cookie')).toBe(false)
    }
    expect(SECURITY_HEADERS['content-security-policy']).toContain("script-src 'self';")
    expect(SECURITY_HEADERS['content-security-policy']).not.toContain('unsafe-eval')
  })

  test('[S-39] a body beyond the limit is refused before it is read', async () => {
    const asked = { method: 'POST', path: '/api/runs' }
    const answer = await newApp().request(asked.path, {
      method: asked.method,
      headers: { ...rightHeaders(asked), 'content-length': '24000001' } as Record<string, string>,
      body: 'x'.repeat(24_000_001),
    })
    expect(answer.status).toBe(413)
  })

  test('a view of the page is the page, and nothing outside its folder is', async () => {
    const asked = (path: string) => ask(newApp(), { method: 'GET', path })
    expect(await (await asked('/projects/prj_x')).text()).toContain('<title>Slyglass')
    for (const path of ['/../guard.test.ts', '/..%2fguard.test.ts', '/assets/..%2f..%2fetc/passwd.txt'])
      expect((await asked(path)).status).toBe(404)
  })
})

describe('the launch token', () => {
  test('[S-39] it has 256 bits and differs at every launch', () => {
    expect(Buffer.from(TOKEN, 'base64url')).toHaveLength(32)
    expect(createLaunchToken()).not.toBe(TOKEN)
    expect(isLaunchToken('', '')).toBe(false)
  })

  test('[S-39] wrong tokens are turned away after a while; the right one never is', async () => {
    let now = 0
    const app = newApp(() => now)
    const asked = { method: 'GET', path: '/api/status' }
    const wrong = () => ask(app, asked, { [TOKEN_HEADER]: 'wrong' })
    for (let failure = 0; failure < 30; failure += 1) expect((await wrong()).status).toBe(401)
    const limited = await wrong()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await ask(app, asked)).status).toBe(REACHED)
    now = 60_000
    expect((await wrong()).status).toBe(401)
  })
})

describe('the code that a browser is opened with', () => {
  const exchange: Asked = LAUNCH_ROUTE
  const withCode = (code: string | undefined, more: Headers = {}): Headers => ({
    [TOKEN_HEADER]: undefined,
    [CODE_HEADER]: code,
    ...more,
  })

  test('[S-39] is exchanged for the token once; used twice it is a wrong one', async () => {
    const codes = createLaunchCodes(() => 0)
    const [app, code] = [newApp(() => 0, codes), codes.create()]
    const first = await ask(app, exchange, withCode(code))
    expect([first.status, await first.json()]).toEqual([200, { token: TOKEN }])
    expect(first.headers.get('cache-control')).toBe('no-store')
    const second = await ask(app, exchange, withCode(code))
    expect([second.status, await second.text()]).toEqual([401, expect.not.stringContaining(TOKEN)])
  })

  test('[S-39] is worth nothing when it is too old, wrong, or in another place', async () => {
    let at = 0
    const codes = createLaunchCodes(() => at)
    const [app, code] = [newApp(() => at, codes), codes.create()]
    for (const wrong of [undefined, '', 'wrong', TOKEN])
      expect((await ask(app, exchange, withCode(wrong))).status).toBe(401)
    for (const route of routes.filter((one) => one.path !== exchange.path))
      expect([
        route.path,
        (
          await ask(
            newApp(() => 0, codes),
            route,
            withCode(code),
          )
        ).status,
      ]).toEqual([route.path, 401])
    expect((await ask(app, { method: 'GET', path: exchange.path }, withCode(code))).status).toBe(401)
    expect((await ask(app, { method: 'POST', path: `${exchange.path}/` }, withCode(code))).status).toBe(401)
    at = CODE_LIFE_MS
    expect((await ask(app, exchange, withCode(code))).status).toBe(401)
  })

  test('[S-39] helps no stranger: Host, site, type and our header are looked at first, and use it up in no case', async () => {
    const codes = createLaunchCodes(() => 0)
    const [app, code] = [newApp(() => 0, codes), codes.create()]
    for (const [how, change, status] of [
      ...strangers.filter(([, headers]) => !(TOKEN_HEADER in headers)),
      ...badWrites,
    ])
      expect([how, (await ask(app, exchange, withCode(code, change))).status]).toEqual([how, status])
    expect((await ask(app, exchange, withCode(code))).status).toBe(200)
  })

  test('[S-39] wrong codes are counted like wrong tokens', async () => {
    const app = newApp()
    for (let failure = 0; failure < 30; failure += 1) await ask(app, exchange, withCode('wrong'))
    expect((await ask(app, exchange, withCode('wrong'))).status).toBe(429)
  })
})
