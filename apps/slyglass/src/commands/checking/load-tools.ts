// Whether files of tools load at all, and what their definitions need. Loading runs what stands in them, so it is tried where the folder is trusted, or where the
// person asks for it.
import type { Diagnostic, Entry, Network, SourceRange } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'
import { findDataFolder } from '../../data-folder.ts'
import { diagnoseTold } from '../../workspace/find-tools.ts'
import { type LoadProblem, readLoadProblem } from '../../workspace/load-problem.ts'
import type { Project } from '../../workspace/projects.ts'
import { toolSources } from '../../workspace/tool-paths.ts'
import { createTrust } from '../../workspace/trust.ts'
import type { CommandIo } from '../command.ts'
import type { Launched } from '../launch.ts'
import type { Files } from '../reading/workspace.ts'

/** Loads tools of projects, each project's in hosts of its own until it is closed. */
export interface ToolLoader {
  /** What is wrong with, or missing for, the files of tools of a network that were found and could be read. */
  diagnose(project: Project, network: Network, found: readonly ToolSourceReply[]): Promise<readonly Diagnostic[]>
  /** Folders whose tools were not loaded because nobody trusted them, or nobody asked for it. */
  readonly untrusted: ReadonlySet<string>
  /** Why tools could not be loaded although they were to be. */
  readonly faults: ReadonlySet<string>
  close(): Promise<void>
}

const LOAD_MS = 60_000

/** `evenUntrusted`: also where nobody has trusted the folder, because the person asked for it. */
export function createToolLoader(io: CommandIo, files: Files, evenUntrusted: boolean): ToolLoader {
  const trust = createTrust(findDataFolder(io.env, process.platform).trust)
  const opened = new Map<string, Promise<Launched | undefined>>()
  const [untrusted, faults] = [new Set<string>(), new Set<string>()]
  const open = async (root: string): Promise<Launched | undefined> => {
    if (!evenUntrusted && !(await trust.isTrusted(root))) return void untrusted.add(root)
    const { launchProject } = await import('../launch.ts')
    const launched = await launchProject(root, io)
    return launched.ok ? launched.value : void faults.add(launched.error)
  }
  return {
    untrusted,
    faults,
    async diagnose(project, network, found) {
      const loadable = found.filter(({ file, diagnostic }) => file !== undefined && diagnostic?.severity !== 'error')
      if (loadable.length === 0) return []
      const opening = opened.get(project.root) ?? open(project.root)
      opened.set(project.root, opening)
      const launched = await opening
      return launched === undefined ? [] : loadAll(launched, files, network, loadable)
    },
    async close() {
      for (const launched of await Promise.all(opened.values())) await launched?.close()
    },
  }
}

async function loadAll(
  { hosts, project, toolEnv }: Launched,
  files: Files,
  network: Network,
  found: readonly ToolSourceReply[],
): Promise<readonly Diagnostic[]> {
  const sources = toolSources(project.root, network.name, await toolEnv(project))
  const diagnosed = await Promise.all(
    found.map(async ({ entry: name, className, file }) => {
      const entry = network.entries.find((one) => one.name === name)
      const signal = AbortSignal.timeout(LOAD_MS)
      const reply = await hosts.load(sources, className, signal)
      if (entry === undefined || reply === undefined) return []
      if (signal.aborted) return [tooSlow(entry, file)]
      if (reply.ok) {
        const told = reply.value === undefined ? undefined : await hosts.describe?.(sources, className, signal)
        const needs = told === undefined ? [] : diagnoseTold(entry, className, told)
        return [
          ...(reply.warnings ?? []).map((text) => diagnostic(entry, `${name}: ${text}`, placeIn(entry))),
          ...needs,
        ]
      }
      const problem = readLoadProblem(reply.failure, project.root)
      const at = (await placeOfProblem(files, project, problem)) ?? placeIn(entry)
      return [diagnostic(entry, `${name} (${className}) cannot be loaded: ${problem.reason}. ${problem.advice}`, at)]
    }),
  )
  return diagnosed.flat()
}

const placeIn = (entry: Entry): SourceRange => entry.classAt ?? entry.nameAt ?? entry.at

function tooSlow(entry: Entry, file: string | undefined): Diagnostic {
  const message = `${entry.name} was not loaded within ${LOAD_MS / 1000} s: ${file} waits for something while it loads. Move that into the call.`
  return diagnostic(entry, message, placeIn(entry))
}

function diagnostic(entry: Entry, message: string, at: SourceRange): Diagnostic {
  return { code: 'tool-not-loaded', severity: 'error', message, at, entry: entry.name, fixes: [] }
}

/** The line of a file of the project, from where its text begins. */
async function placeOfProblem(
  files: Files,
  { root }: Project,
  { file, line, column }: LoadProblem,
): Promise<SourceRange | undefined> {
  if (file === undefined || line === undefined) return undefined
  const read = await files.read(root, file)
  if (!read.ok) return undefined
  const lines = read.value.text.split('\n')
  const text = lines[line - 1]
  if (text === undefined) return undefined
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const from =
    start + (column === undefined ? text.length - text.trimStart().length : Math.min(column - 1, text.length))
  return { doc: file, from, to: Math.max(from, start + text.trimEnd().length) }
}
