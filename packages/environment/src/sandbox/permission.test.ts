// The TypeScript host where there is no bubblewrap: Node's own permissions.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from '../testing/index.ts'
import { startTestHosts, type TestHosts } from '../testing/start-test-hosts.ts'
import { permissionFlag } from './find-means.ts'

const TOOL = `
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { shout } from 'own-package'
const tried = (work: () => unknown) => { try { return String(work()) } catch (problem) { return (problem as { code: string }).code } }
export class Tries { async asyncInvoke(args: { inside: string; outside: string }) {
  return JSON.stringify({
    reads: tried(() => readFileSync(args.inside, 'utf8')),
    writes: tried(() => writeFileSync(args.inside + '.new', 'new')),
    readsOutside: tried(() => readFileSync(args.outside, 'utf8')),
    writesOutside: tried(() => writeFileSync(args.outside, 'changed')),
    starts: tried(() => spawnSync('true').status),
    says: shout('hi'),
  })
} }
`
const root = writeProject({
  'coded_tools/tries.ts': TOOL,
  'own.txt': 'own',
  'node_modules/own-package/package.json': '{"name":"own-package","main":"index.js"}',
  'node_modules/own-package/index.js': 'exports.shout = (text) => text + "!"',
})
const outside = join(mkdtempSync(join(tmpdir(), 'slyglass-beside-')), 'private')
let own: TestHosts
beforeAll(async () => {
  writeFileSync(outside, 'private')
  // Nothing is found on this path, bubblewrap neither.
  own = await startTestHosts({ env: { ...process.env, PATH: '/nowhere' } })
})
afterAll(() => own.dispose())

describe.runIf(permissionFlag() !== undefined)('without bubblewrap a TypeScript tool', () => {
  test('reads and writes its project, imports packages, and is refused the rest', async () => {
    const args = JSON.stringify({ inside: join(root, 'own.txt'), outside })
    const { reply, infos } = await callTool(own.hosts, projectSources(root), 'tries.Tries', { args })
    expect(infos).toMatchObject([{ isolation: 'permission' }])
    expect(reply).toMatchObject({ ok: true })
    const no = 'ERR_ACCESS_DENIED'
    expect(JSON.parse(reply.text)).toEqual({
      ...{ reads: 'own', writes: 'undefined', readsOutside: no, writesOutside: no, starts: no, says: 'hi!' },
    })
    expect(existsSync(join(root, 'own.txt.new'))).toBe(true)
  })
})
