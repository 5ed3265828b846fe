// Which files of a project are tests.
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isUnitTest } from '../../cases/unit-tests.ts'
import type { CommandIo } from '../command.ts'
import { hoconFilesBelow } from '../reading/hocon-files.ts'
import { isFile, isFolder } from '../reading/paths.ts'
import { systemFaultText } from '../reading/system-fault.ts'

/** Absolute paths, each once: of networks, and of tools. */
export interface FoundTests {
  readonly cases: readonly string[]
  readonly units: readonly string[]
}

/** Where tests are looked for when nothing is named. */
const FOLDERS = ['tests', 'coded_tools']

/** A folder stands for every test below it; undefined when something that was named is no test. */
export async function findTests(named: readonly string[], io: CommandIo): Promise<FoundTests | undefined> {
  const [cases, units] = [new Set<string>(), new Set<string>()]
  const isDefault = named.length === 0
  for (const name of isDefault ? FOLDERS : named) {
    const path = resolve(io.cwd, name)
    if (await isFolder(path)) {
      // Networks may lie anywhere, their tests in `tests` only.
      if (!isDefault || name === 'tests') for (const file of await hoconFilesBelow(path)) cases.add(file)
      for (const file of await unitTestsBelow(path, io)) units.add(file)
    } else if (await isFile(path)) (isUnitTest(path) ? units : cases).add(path)
    else if (!isDefault) {
      io.err(`There is no test ${path}.`)
      return undefined
    }
  }
  if (cases.size + units.size > 0) return { cases: [...cases], units: [...units] }
  io.err(`There is no test in ${(isDefault ? FOLDERS : named).join(', ')}: no .hocon file, no .test.ts, no test_*.py.`)
  return undefined
}

const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'site-packages'])

async function unitTestsBelow(folder: string, io: Pick<CommandIo, 'err'>): Promise<readonly string[]> {
  const found: string[] = []
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    io.err(`Tests in it are passed over: ${systemFaultText(cause, folder)}`)
    return []
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('.') && !PASSED_OVER.has(entry.name))
      found.push(...(await unitTestsBelow(path, io)))
    else if (entry.isFile() && isUnitTest(path)) found.push(path)
  }
  return found
}
