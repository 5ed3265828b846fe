import { printJson, toJson } from '@slyglass/base'
import type { Entry, Network } from '@slyglass/network'
import { networkNameOf, readNetworkFile } from '../../workspace/project-networks.ts'
import { sayFindings, showDiagnostics, unreadableFinding } from '../checking/finding.ts'
import { flatFindings } from '../checking/report.ts'
import type { CommandIo } from '../command.ts'
import { endWith } from '../reading/fault.ts'
import { Places } from '../reading/places.ts'
import { openDocument, openWorkspace } from '../reading/workspace.ts'

/** Prints a network as a graph. Text that cannot be read costs what stands in it, and is said. */
export async function printGraph(io: CommandIo, path: string, json: boolean): Promise<void> {
  const workspace = await openWorkspace(io)
  const opened = await openDocument(io, workspace, path)
  if (!opened.ok) {
    if (!json || opened.error.exit !== 1) return endWith(io, opened.error)
    const diagnostics = flatFindings([unreadableFinding(io, path, opened.error)])
    io.out(printJson(toJson({ diagnostics }), 'indented'))
    return io.exit(1)
  }
  const { project, doc, files } = opened.value
  const { networks } = await workspace.networks.manifest(project)
  const { name } = networks.find(({ file }) => file === doc) ?? { name: networkNameOf(doc) }
  const read = await readNetworkFile(files, project.root, {
    ...{ name, file: doc, networks: networks.map((network) => network.name) },
    env: await workspace.networks.env(project),
  })
  if (read === undefined) throw new Error(`${doc} was there a moment ago`)
  const places = new Places({ cwd: io.cwd, project, files })
  const broken = read.network.diagnostics.filter(({ code }) => /^(?:syntax-|no-network$|no-tools$)/.test(code))
  const findings = await showDiagnostics(places, broken)
  sayFindings(io, findings)
  if (json) {
    const graph = { ...(await graphOf(read.network, places)), diagnostics: flatFindings(findings) }
    io.out(printJson(toJson(graph), 'indented'))
  } else for (const line of outline(read.network)) io.out(line)
  io.exit(broken.some(({ severity }) => severity === 'error') ? 1 : 0)
}

async function graphOf({ name, file, frontMan, entries, edges }: Network, places: Places) {
  return {
    network: name,
    file: places.fileOf(file),
    frontMan: frontMan?.name ?? null,
    entries: await Promise.all(entries.map((entry) => nodeOf(entry, places))),
    edges,
  }
}

async function nodeOf({ name, kind, isFrontMan, className, toolbox, at, nameAt }: Entry, places: Places) {
  const { file, from } = await places.show(nameAt ?? at)
  return { name, kind, isFrontMan, class: className, toolbox, file, line: from.line, column: from.column }
}

function outline({ name, entries, edges }: Network): readonly string[] {
  return [
    name,
    ...entries.flatMap((entry) => [
      `  ${entry.name} (${entry.isFrontMan ? 'front man' : entry.kind.replace('-', ' ')})`,
      ...edges.filter(({ from }) => from === entry.name).map(({ to, target }) => `    → ${to}${noteOf(target)}`),
    ]),
  ]
}

function noteOf(target: Network['edges'][number]['target']): string {
  return target === 'entry' ? '' : ` (${target})`
}
