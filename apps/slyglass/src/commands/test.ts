import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { CommandEntry, CommandIo, ExitCode } from './command.ts'
import { endWrongUse } from './reading/fault.ts'
import { isFile } from './reading/paths.ts'
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
type Reported = import('../cases/junit.ts').Reported

async function runAll(launched: Launched, found: FoundTests, options: TestOptions, io: CommandIo): Promise<ExitCode> {
  const results: Reported[] = []
  const report = (result: Reported) => {
    results.push(result)
    if (options.json !== true) printResult(result, io)
  }
  for (const file of found.units) for (const result of await runUnits(launched, file, io)) report(result)
  for (const file of found.cases) report(await runOneCase(launched, file, io))
  const failed = results.filter((one) => !one.passed).length
  const skipped = results.filter((one) => one.skipped === true).length
  const passed = results.length - failed - skipped
  if (options.json === true) io.out(JSON.stringify(results, null, 2))
  else io.out(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
  if (options.junit !== undefined) {
    const { printJunit } = await import('../cases/junit.ts')
    await writeFile(resolve(io.cwd, options.junit), printJunit(results))
  }
  return failed === 0 ? 0 : 1
}

function printResult({ name, passed, skipped, faults }: Reported, io: CommandIo): void {
  io.out(`${skipped === true ? 'skipped' : passed ? 'passed' : 'FAILED'} ${name}`)
  if (!passed || skipped === true) for (const line of faults.join('\n').split('\n')) io.out(`  ${line}`)
}

async function runUnits(launched: Launched, file: string, io: CommandIo): Promise<readonly Reported[]> {
  const { runUnitTestFile } = await import('../cases/unit-tests.ts')
  const { hostAssets } = await import('../server/start-server.ts')
  const { stopAtInterrupt } = await import('./calling/terminal.ts')
  const { findDataFolder } = await import('../data-folder.ts')
  const { signal, leave } = stopAtInterrupt()
  const data = findDataFolder(io.env, process.platform)
  const parts = {
    ...{ launched, signal, shell: io.env },
    assets: hostAssets(join(io.dist, 'hosts')),
    cacheFolder: join(data.root, 'cache', 'tools'),
  }
  try {
    return await runUnitTestFile(parts, file, relative(io.cwd, file))
  } finally {
    leave()
  }
}

async function runOneCase(launched: Launched, file: string, io: CommandIo): Promise<Reported> {
  const { readCase } = await import('../cases/read-case.ts')
  const { runCase } = await import('../cases/run-case.ts')
  const name = relative(io.cwd, file)
  const read = readCase(await readFile(file, 'utf8'), name)
  if (!read.ok) return { name, passed: false, faults: [read.error], milliseconds: 0 }
  if (usesOrder(read.value)) io.err(`${name}: ${ORDER_HINT}`)
  return { name, ...(await runCase(launched, read.value)) }
}

const ORDER_HINT =
  'less and greater compare the way neuro-san does: less = 5 passes when 5 is less than the answer, against what its guide says.'

function usesOrder(test: import('../cases/read-case.ts').TestCase): boolean {
  const names = (value: unknown): boolean =>
    value instanceof Map &&
    [...value].some(([key, part]) => /^(not_)?(less|greater)$/i.test(String(key)) || names(part))
  return test.interactions.some((turn) => names(turn.expected))
}
