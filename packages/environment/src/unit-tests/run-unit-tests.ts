// Tests of tools, each file in a process of its own: TypeScript by Node's test runner, Python by unittest. They run with the
// person's rights and see the variables that tools see.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ToolSources } from '@slyglass/runtime'
import { bundleTool } from '../bundle-tool.ts'
import { childEnvironment } from '../child-environment.ts'
import type { PythonSearch } from '../find-python.ts'
import type { HostAssets } from '../options.ts'
import { ToolVariables } from '../variables/tool-variables.ts'
import { NODE_REPORTER } from './node-reporter.ts'
import { type Ended, runProgram } from './run-program.ts'

/** One test of a file. */
export interface UnitTest {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** Why it failed or was skipped. */
  readonly fault?: string
  readonly milliseconds: number
}

/** What came of a file. `output` is what it printed. */
export interface UnitTestRun {
  readonly tests: readonly UnitTest[]
  readonly output: string
}

/** What unit tests are run with. */
export interface UnitTestSetting {
  readonly assets: Pick<HostAssets, 'python' | 'modules'>
  readonly cacheFolder: string
  readonly sources: ToolSources
  /** The server's variables, of which tools see a few, and the project's own. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly projectEnv: Readonly<Record<string, string>>
  readonly python: PythonSearch
  /** Variables that the tests themselves get, such as how they find the program that runs them. */
  readonly testEnv?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Runs the tests of one file by its ending. Never rejects for what tests do. */
export async function runUnitTests(file: string, setting: UnitTestSetting): Promise<UnitTestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'slyglass-tests-'))
  try {
    const report = join(folder, 'report.ndjson')
    return file.endsWith('.py')
      ? await runPython(file, report, setting)
      : await runTypeScript(file, { folder, report }, setting)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runTypeScript(
  file: string,
  { report }: { readonly folder: string; readonly report: string },
  setting: UnitTestSetting,
): Promise<UnitTestRun> {
  const { assets, cacheFolder, sources } = setting
  let path: string
  try {
    const { projectRoot } = sources
    path = (await bundleTool(file, { projectRoot, cacheFolder, modules: assets.modules, place: file })).path
  } catch (fault) {
    return notRun(fault instanceof Error ? fault.message : String(fault))
  }
  const reporter = `data:text/javascript,${encodeURIComponent(NODE_REPORTER)}`
  const options = ['--enable-source-maps', `--test-reporter=${reporter}`, `--test-reporter-destination=${report}`]
  const ended = await runProgram(process.execPath, [...options, pathToFileURL(path).pathname], programOf(setting, file))
  return readReport(report, ended, 'It has no test. Write one with `test` of node:test.')
}

async function runPython(file: string, report: string, setting: UnitTestSetting): Promise<UnitTestRun> {
  const { python, assets, sources } = setting
  if (!python.found) return notRun(`There is no Python to run it. ${python.hint}`)
  const script = join(assets.python, 'unit_tests.py')
  const args = ['-B', script, report, join(assets.python, 'shim'), sources.projectRoot, file]
  const ended = await runProgram(python.command, args, programOf(setting, file))
  return readReport(report, ended, 'It has no test. Write one in a class of unittest.TestCase.')
}

/** A test sees what its file, and the tools that it imports, would see. */
function programOf({ sources: all, env, projectEnv, testEnv, timeoutMs, signal }: UnitTestSetting, file: string) {
  const variables = new ToolVariables({ projectEnv: () => projectEnv })
  const { sources } = variables.declared({ sources: all, className: '' }, () => file)
  const seen = { ...childEnvironment(sources, env, projectEnv), ...testEnv }
  return { cwd: sources.projectRoot, env: seen, timeoutMs, signal }
}

function notRun(fault: string): UnitTestRun {
  return { tests: [{ name: '', outcome: 'failed', fault, milliseconds: 0 }], output: '' }
}

async function readReport(report: string, { output, fault, milliseconds }: Ended, empty: string): Promise<UnitTestRun> {
  const text = await readFile(report, 'utf8').catch(() => '')
  const tests = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as UnitTest]))
  const failed = tests.some(({ outcome }) => outcome === 'failed')
  // An end that no test explains: it did not load, or broke off.
  if (fault !== undefined && !failed)
    return {
      tests: [...tests, { name: '', outcome: 'failed', fault: withOutput(fault, output), milliseconds }],
      output,
    }
  return { tests: tests.length === 0 ? [{ name: '', outcome: 'skipped', fault: empty, milliseconds }] : tests, output }
}

const MOST_OUTPUT = 4000

function withOutput(fault: string, output: string): string {
  const said = output.trimEnd().slice(-MOST_OUTPUT)
  return said === '' ? fault : `${fault}\n${said}`
}
