import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { CommandEntry, CommandIo, ExitCode } from './command.ts'
import { hoconFilesBelow } from './reading/hocon-files.ts'
import { isFile, isFolder } from './reading/paths.ts'

interface TestOptions {
  readonly json?: boolean
  readonly junit?: string
  readonly root?: string
}

/** `slyglass test [FILES]`: data-driven tests of networks. */
export const testCommand: CommandEntry = {
  add(program, io) {
    program
      .command('test')
      .argument('[files...]', 'test files, or folders of them (tests)')
      .description("run neuro-san's data-driven tests; tools run with your rights, the offline model needs no key")
      .option('--json', 'print the results as JSON')
      .option('--junit <file>', 'also write the results as JUnit XML')
      .option('--root <dir>', 'folder of the project (the current one, or the one the first test lies in)')
      .action((files: readonly string[], options: TestOptions) => runTests(files, options, io))
  },
}

async function runTests(files: readonly string[], options: TestOptions, io: CommandIo): Promise<void> {
  const found = await findFiles(files.length === 0 ? ['tests'] : files, io)
  if (found === undefined) return io.exit(2)
  const { launchProject } = await import('./launch.ts')
  const root = options.root ?? (await projectOf(found[0] ?? '', io))
  const launched = await launchProject(root, io)
  if (!launched.ok) {
    io.err(launched.error)
    return io.exit(2)
  }
  try {
    io.exit(await runAll(launched.value, found, options, io))
  } finally {
    await launched.value.close()
  }
}

async function findFiles(named: readonly string[], io: CommandIo): Promise<readonly string[] | undefined> {
  const found: string[] = []
  for (const name of named) {
    const path = resolve(io.cwd, name)
    if (await isFolder(path)) found.push(...(await hoconFilesBelow(path)))
    else if (await isFile(path)) found.push(path)
    else {
      io.err(`There is no test ${path}.`)
      return undefined
    }
  }
  if (found.length > 0) return found
  io.err(`There is no .hocon file in ${named.join(', ')}.`)
  return undefined
}

/** The current folder where it is a project, else the nearest one above the test. */
async function projectOf(file: string, io: CommandIo): Promise<string> {
  const { findProjectRoot } = await import('./reading/workspace.ts')
  const { MANIFEST } = await import('../workspace/project-networks.ts')
  if (io.env.AGENT_MANIFEST_FILE !== undefined || (await isFile(join(io.cwd, MANIFEST)))) return io.cwd
  return (await findProjectRoot(dirname(file), MANIFEST)) ?? io.cwd
}

async function runAll(
  launched: import('./launch.ts').Launched,
  files: readonly string[],
  options: TestOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { readCase } = await import('../cases/read-case.ts')
  const { runCase } = await import('../cases/run-case.ts')
  const results: import('../cases/junit.ts').Reported[] = []
  for (const file of files) {
    const name = relative(io.cwd, file)
    const read = readCase(await readFile(file, 'utf8'), name)
    const result = read.ok
      ? await runCase(launched, read.value)
      : { passed: false, faults: [read.error], milliseconds: 0 }
    results.push({ name, ...result })
    if (options.json === true) continue
    io.out(`${result.passed ? 'passed' : 'FAILED'} ${name}`)
    if (!result.passed) for (const fault of result.faults) io.out(`  ${fault}`)
    if (read.ok && usesOrder(read.value)) io.err(`${name}: ${ORDER_HINT}`)
  }
  const failed = results.filter((one) => !one.passed).length
  if (options.json === true) io.out(JSON.stringify(results, null, 2))
  else io.out(`${results.length - failed} passed, ${failed} failed`)
  if (options.junit !== undefined) {
    const { printJunit } = await import('../cases/junit.ts')
    await writeFile(resolve(io.cwd, options.junit), printJunit(results))
  }
  return failed === 0 ? 0 : 1
}

const ORDER_HINT =
  'less and greater compare the way neuro-san does: less = 5 passes when 5 is less than the answer, against what its guide says.'

function usesOrder(test: import('../cases/read-case.ts').TestCase): boolean {
  const names = (value: unknown): boolean =>
    value instanceof Map &&
    [...value].some(([key, part]) => /^(not_)?(less|greater)$/i.test(String(key)) || names(part))
  return test.interactions.some((turn) => names(turn.expected))
}
