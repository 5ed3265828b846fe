// The coded tools of a published package, `neuro-san-studio` (`npm run clients` installs it), under this host and under their
// own interpreter.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runId } from '@slyglass/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTool, projectSources, writeProject } from './testing/index.ts'
import { startTestHosts, type TestHosts } from './testing/start-test-hosts.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PROBE = join(import.meta.dirname, 'testing/package-tools.py')

interface SeenModule {
  readonly module: string
  readonly problem: string | null
  readonly plain: boolean
}

interface SeenClass {
  readonly class: string
  readonly text: string
  readonly sly: readonly string[]
  readonly network: boolean
}

let python = ''
let packages = ''
let modules: readonly SeenModule[] = []
let classes: readonly SeenClass[] = []
let own: TestHosts
const bare: TestHosts[] = []
const root = writeProject({ 'own_tools/none.py': '' })

function output(program: string, args: readonly string[], cwd: string): string {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 32e6, timeout: 120_000 })
  if (done.status !== 0) throw new Error(done.stderr)
  return done.stdout
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

beforeAll(async () => {
  const where = JSON.parse(output(process.execPath, [join(ROOT, 'scripts/clients.mjs'), '--where'], ROOT))
  python = where.nsflow
  packages = output(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], ROOT).trim()
  const folder = writeProject({})
  modules = linesOf(output(python, [PROBE, 'modules', join(packages, 'coded_tools')], folder))
  const loaded = modules.filter(({ problem }) => problem === null).map(({ module }) => module)
  classes = linesOf(output(python, [PROBE, 'classes', join(packages, 'coded_tools'), ...loaded], folder))
  own = await startTestHosts({ python: () => python, times: { idleMs: 60_000 } })
})
afterAll(() => Promise.all([own, ...bare].map((one) => one.dispose())))

/** Which modules of a list load under a host: asked for a class that none of them has. */
async function loadUnder({ hosts }: TestHosts, project: string, names: readonly string[]): Promise<readonly string[]> {
  const loaded: string[] = []
  for (const module of names) {
    const sources = projectSources(project, { pythonPath: [project], toolRoots: [join(project, 'own_tools')] })
    const { reply } = await callTool(hosts, sources, `${module}.NoClassOfThisName`, { run: 'run_load' })
    const message = reply.ok ? '' : reply.failure.message
    if (message.includes(`${module} has no class NoClassOfThisName`)) loaded.push(module)
  }
  await hosts.release(runId('run_load'))
  return loaded
}

describe('the coded tools of neuro-san-studio', () => {
  test('are the 65 modules of which 59 import where the package is installed', () => {
    expect(modules).toHaveLength(65)
    expect(modules.filter(({ problem }) => problem === null)).toHaveLength(59)
    expect(classes.length).toBeGreaterThan(30)
  })

  test('load under the host with the chosen interpreter exactly where they import there', async () => {
    const names = modules.map(({ module }) => module)
    const expected = modules.filter(({ problem }) => problem === null).map(({ module }) => module)
    expect(await loadUnder(own, root, names)).toEqual(expected)
  })

  test('that need no network say what they say in their own interpreter', async () => {
    const sources = projectSources(root, { pythonPath: [root], toolRoots: [join(root, 'own_tools')] })
    const apart = /TimeTool$|\.LightsSwitch$/
    const offline = classes.filter((one) => !one.network && !apart.test(one.class))
    for (const [index, seen] of offline.entries()) {
      const run = `run_${index}`
      const { reply } = await callTool(own.hosts, sources, seen.class, { run, tool: 'front' })
      const told = { text: reply.text, sly: [...Object.keys(reply.sly.set), ...Object.keys(reply.sly.opaque)].sort() }
      expect({ class: seen.class, ...told }).toEqual({ class: seen.class, text: seen.text, sly: seen.sly })
      await own.hosts.release(runId(run))
    }
    expect(offline.length).toBeGreaterThan(30)
    const time = await callTool(own.hosts, sources, classNamed('TimeTool'), { run: 'run_time' })
    expect(time.reply.text).toMatch(/^\d{1,2}:\d\d [AP]M$/)
    const abstract = await callTool(own.hosts, sources, classNamed('LightsSwitch'), { run: 'run_time' })
    expect(abstract.reply).toMatchObject({ ok: false, failure: { code: 'constructor' } })
  })

  test('that use only the interfaces load with a bare interpreter', async () => {
    const project = writeProject({ 'own_tools/none.py': '' })
    mkdirSync(join(project, 'coded_tools'))
    cpSync(join(packages, 'coded_tools'), join(project, 'coded_tools'), { recursive: true })
    const python = await startTestHosts()
    bare.push(python)
    const plain = modules.filter((one) => one.plain).map(({ module }) => module)
    expect(plain.length).toBeGreaterThan(20)
    expect(await loadUnder(python, project, plain)).toEqual(plain)
    const sources = projectSources(project, { network: 'basic/smart_home' })
    const { reply } = await callTool(python.hosts, sources, 'tv_switch.TVSwitch', { run: 'run_bare' })
    expect(reply).toMatchObject({ ok: true, text: 'Power button pressed on the TV remote.' })
  })
})

function classNamed(name: string): string {
  return classes.find((one) => one.class.endsWith(`.${name}`))?.class ?? ''
}
