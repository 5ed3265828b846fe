// What is to be said of the tools of a network beside where they lie: their sources, and whether each is tested and measured. Texts are
// read; whether files load is the loader's matter.
import { basename } from 'node:path/posix'
import { jsonAt } from '@slyglass/base'
import { type Diagnostic, type Entry, type Network, studioOf } from '@slyglass/network'
import { diagnoseToolSource } from '@slyglass/network/language'
import type { ToolSourceReply } from '@slyglass/protocol'
import { isUnitTest } from '../../cases/unit-tests.ts'
import { listFiles } from '../../workspace/file-list.ts'
import type { Project } from '../../workspace/projects.ts'
import type { Files } from '../reading/workspace.ts'
import type { CheckWorkspace } from './check-workspace.ts'

/** Warnings; with `hints` all that can be said. */
export async function checkTools(
  workspace: CheckWorkspace,
  project: Project,
  network: Network,
): Promise<readonly Diagnostic[]> {
  const { tools, files, hints } = workspace
  const found = await tools.find(project, network)
  const unloaded = await workspace.loader.diagnose(project, network, found)
  const missing = found.flatMap(({ diagnostic }) => diagnostic ?? [])
  const sources = [...new Set(found.flatMap(({ file }) => (file === undefined || file.startsWith('/') ? [] : [file])))]
  const said = await Promise.all(
    sources.map(async (file) => diagnoseToolSource(file, await textOf(files, project, file))),
  )
  const shown = said.flat().filter(({ severity }) => hints || severity !== 'hint')
  if (!hints || found.length === 0) return [...missing, ...unloaded, ...shown]
  const tests = await readTests(files, project)
  const care = found.flatMap((tool) => careOf(network, tool, tests, workspace.typed))
  return [...missing, ...unloaded, ...shown, ...care]
}

/** A tool that is given away without a test, or whose time nobody knows. */
function careOf(
  network: Network,
  { entry: name, className, file }: ToolSourceReply,
  tests: readonly string[],
  typed: CheckWorkspace['typed'],
): readonly Diagnostic[] {
  const entry = network.entries.find((one) => one.name === name)
  if (entry === undefined || file === undefined) return []
  const stem = basename(file).replace(/\.\w+$/, '')
  const own = tests.filter((text) => names(text, className.split('.').at(-1) ?? '') && names(text, stem))
  const beside = file.endsWith('.py') ? `test_${stem}.py` : `${stem}.test.ts`
  const [tested, measured] = [own.length > 0, isMeasured(network, entry, own)]
  return [
    ...(tested
      ? []
      : [hint(entry, 'untested', `${name} has no test; write ${beside} beside it, and ${typed('test')} runs it`)]),
    ...(measured
      ? []
      : [
          hint(entry, 'unmeasured', `nobody has measured ${name}; ${measuring(typed(`call ${network.name}/${name}`))}`),
        ]),
  ]
}

const measuring = (call: string): string =>
  `${call} … --repeat 20 tells its times: write target_ms and max_ms into its studio block, or use benchmarkTool in its test`

function isMeasured(network: Network, entry: Entry, tests: readonly string[]): boolean {
  if (tests.some((text) => /\b(?:benchmarkTool|benchmark|timeit|perf_counter)\b/.test(text))) return true
  const written = studioOf(network, entry)?.json ?? new Map()
  return ['target_ms', 'max_ms'].some((key) => jsonAt(written, key) !== undefined)
}

const names = (text: string, word: string): boolean => text.split(/\W+/).includes(word)

function hint(entry: Entry, code: string, message: string): Diagnostic {
  const at = entry.classAt ?? entry.nameAt ?? entry.at
  return { code, severity: 'hint', message, at, entry: entry.name, fixes: [] }
}

async function readTests(files: Files, project: Project): Promise<readonly string[]> {
  const paths = (await listFiles(project.root)).map(({ path }) => path).filter(isUnitTest)
  return Promise.all(paths.map((path) => textOf(files, project, path)))
}

async function textOf(files: Files, { root }: Project, path: string): Promise<string> {
  const read = await files.read(root, path)
  return read.ok ? read.value.text : ''
}
