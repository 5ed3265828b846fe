import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { CommandEntry, CommandIo, ExitCode } from './command.ts'
import { endWrongUse } from './reading/fault.ts'
import { folderComplaint, isFile } from './reading/paths.ts'
import { readSource } from './reading/read-source.ts'
import { systemFaultText } from './reading/system-fault.ts'
import type { FoundTests } from './testing/find-tests.ts'

interface TestOptions {
  readonly json?: boolean
  readonly junit?: string
  readonly root?: string
}

/** `slyglass test [FILES]`: data-driven tests of networks, and unit tests of tools. */
export const testCommand: CommandEntry = {
  add(program, io) {
    program
      .command('test')
      .argument('[files...]', 'tests, or folders of them (tests and coded_tools)')
      .description("run neuro-san's data-driven tests and unit tests of tools (*.test.ts, test_*.py), with your rights")
      .option('--json', 'print the results as JSON')
      .option('--junit <file>', 'also write the results as JUnit XML')
      .option('--root <dir>', 'folder of the project (the current one, or the one the first test lies in)')
      .action((files: readonly string[], options: TestOptions) => runTests(files, options, io))
  },
}

async function runTests(files: readonly string[], options: TestOptions, io: CommandIo): Promise<void> {
  const complaint = options.root === undefined ? undefined : await folderComplaint(resolve(io.cwd, options.root))
  if (complaint !== undefined) return endWrongUse(io, complaint)
  const { findTests } = await import('./testing/find-tests.ts')
  const inRoot = files.length === 0 && options.root !== undefined
  const found = await findTests(files, inRoot ? { ...io, cwd: resolve(io.cwd, options.root) } : io)
  if (found === undefined) return io.exit(2)
  const { launchProject } = await import('./launch.ts')
  const root = options.root ?? (await projectOf([...found.cases, ...found.units][0] ?? '', io))
  const launched = await launchProject(root, io)
  if (!launched.ok) return endWrongUse(io, launched.error)
  try {
    io.exit(await runAll(launched.value, found, options, io))
  } finally {
    await launched.value.close()
  }
}

/** The current folder where it is a project, else the nearest one above the test. */
async function projectOf(file: string, io: CommandIo): Promise<string> {
  const { findProjectRoot } = await import('./reading/workspace.ts')
  const { MANIFEST } = await import('../workspace/project-networks.ts')
  if (io.env.AGENT_MANIFEST_FILE !== undefined || (await isFile(join(io.cwd, MANIFEST)))) return io.cwd
  return (await findProjectRoot(dirname(file), MANIFEST)) ?? io.cwd
}

type Launched = import('./launch.ts').Launched
type Reported = import('../cases/reported.ts').Reported

async function runAll(launched: Launched, found: FoundTests, options: TestOptions, io: CommandIo): Promise<ExitCode> {
  const results: Reported[] = []
  const report = (result: Reported) => {
    results.push(result)
    if (options.json !== true) printResult(result, io)
  }
  const { stopAtInterrupt } = await import('./calling/terminal.ts')
  const { signal, leave } = stopAtInterrupt()
  signal.addEventListener('abort', () => {
    for (const run of launched.runtime.activeRuns()) void launched.runtime.stop(run)
  })
  try {
    for (const file of found.units)
      if (!signal.aborted) for (const result of await runUnits(launched, file, signal, io)) report(result)
    for (const file of found.cases) if (!signal.aborted) report(await runOneCase(launched, file, io))
  } finally {
    leave()
  }
  if (signal.aborted) io.err('Stopped; the tests that are missing here did not run.')
  const failed = results.filter((one) => !one.passed).length
  const skipped = results.filter((one) => one.skipped === true).length
  const passed = results.length - failed - skipped
  const empty = results.filter((one) => one.passed && one.comparesNothing === true).length
  if (options.json === true) {
    const { printResults } = await import('../cases/reported.ts')
    io.out(printResults(results))
  } else io.out(`${passed} passed${emptyText(empty)}, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
  if (options.junit !== undefined) {
    const { printJunit } = await import('../cases/junit.ts')
    try {
      await writeFile(resolve(io.cwd, options.junit), printJunit(results))
    } catch (cause) {
      io.err(`The report was not written: ${systemFaultText(cause, options.junit)}`)
      return 2
    }
  }
  return failed === 0 && !signal.aborted ? 0 : 1
}

/** They are no proof of anything, so the sum does not hide them. */
const emptyText = (count: number): string =>
  count === 0 ? '' : ` (${count} of them compare${count === 1 ? 's' : ''} nothing)`

function printResult({ name, passed, skipped, faults, notes = [], comparesNothing }: Reported, io: CommandIo): void {
  for (const note of notes) io.err(`${name}: ${note}`)
  const empty = passed && comparesNothing === true ? ', which compares nothing' : ''
  io.out(`${skipped === true ? 'skipped' : passed ? 'passed' : 'FAILED'} ${name}${empty}`)
  if (!passed || skipped === true) for (const line of faults.join('\n').split('\n')) io.out(`  ${line}`)
}

async function runUnits(
  launched: Launched,
  file: string,
  signal: AbortSignal,
  io: CommandIo,
): Promise<readonly Reported[]> {
  const { runUnitTestFile } = await import('../cases/unit-tests.ts')
  const { hostAssets } = await import('../server/start-server.ts')
  const { findDataFolder } = await import('../data-folder.ts')
  const { PROGRAM_VARIABLE } = await import('@slyglass/tools/testing')
  const data = findDataFolder(io.env, process.platform)
  const { SLYGLASS_ISOLATION } = io.env
  const parts = {
    ...{ launched, signal, shell: io.env },
    testEnv: {
      [PROGRAM_VARIABLE]: join(io.dist, 'main.js'),
      SLYGLASS_HOME: data.root,
      ...(SLYGLASS_ISOLATION !== undefined && { SLYGLASS_ISOLATION }),
    },
    assets: hostAssets(join(io.dist, 'hosts')),
    cacheFolder: join(data.root, 'cache', 'tools'),
  }
  return runUnitTestFile(parts, file, relative(io.cwd, file))
}

async function runOneCase(launched: Launched, file: string, io: CommandIo): Promise<Reported> {
  const { readCase } = await import('../cases/read-case.ts')
  const { runCase } = await import('../cases/run-case.ts')
  const name = relative(io.cwd, file)
  const text = await readSource(io, file, name)
  if (!text.ok) return { name, passed: false, faults: [text.error.message], milliseconds: 0 }
  const read = readCase(text.value, name)
  if (!read.ok) return { name, passed: false, faults: [read.error], milliseconds: 0 }
  const { comparesNothing, unreadKeys } = await import('../cases/case-notes.ts')
  const empty = comparesNothing(read.value)
  const notes = [
    ...unreadKeys(text.value),
    ...(empty ? [NOTHING_HINT] : []),
    ...(usesOrder(read.value) ? [ORDER_HINT] : []),
  ]
  const facts = { ...(notes.length > 0 && { notes }), ...(empty && { comparesNothing: true }) }
  return { name, ...facts, ...(await runCase(launched, read.value)) }
}

const NOTHING_HINT =
  'nothing is compared, so every answer passes. Say what must come back: response { text { keywords = [ … ] } }, or structure and sly_data key by key.'

const ORDER_HINT =
  'less and greater compare the way neuro-san does: less = 5 passes when 5 is less than the answer, against what its guide says.'

function usesOrder(test: import('../cases/read-case.ts').TestCase): boolean {
  const names = (value: unknown): boolean =>
    value instanceof Map &&
    [...value].some(([key, part]) => /^(not_)?(less|greater)$/i.test(String(key)) || names(part))
  return test.interactions.some((turn) => names(turn.expected))
}
