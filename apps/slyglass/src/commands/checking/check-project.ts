import { dirname, relative } from 'node:path/posix'
import type { Place } from '@slyglass/hocon'
import { type Diagnostic, type ManifestEntry, readManifest } from '@slyglass/network'
import { fileKindOf, NetworkView } from '@slyglass/network/language'
import type { Refusal } from '../../refusal.ts'
import { networkNameOf, readNetworkFile } from '../../workspace/project-networks.ts'
import type { Project } from '../../workspace/projects.ts'
import { readWithIncludes } from '../../workspace/read-documents.ts'
import { scriptProblems } from '../../workspace/script-problems.ts'
import { evaluateDocument } from '../reading/evaluate-document.ts'
import type { Files, OpenDocument, Workspace } from '../reading/workspace.ts'
import { checkInfo, missingInfo, type NamedInfo, namedInfos } from './check-info.ts'
import { checkTools } from './check-tools.ts'
import type { CheckWorkspace } from './check-workspace.ts'

/** What a whole project has to say, and how many files were looked at. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[]
  readonly documents: number
}

/** The manifest, every network that it names, and the files of models, tools and MCP servers that those name. */
export async function checkProject(workspace: CheckWorkspace, project: Project): Promise<Checked> {
  const { manifest, networks, diagnostics } = await workspace.networks.manifest(project)
  const found: Diagnostic[] = [...diagnostics]
  const infos = new Map<string, NamedInfo>()
  const names = networks.map(({ name }) => name)
  const named = await readNamed(workspace, project, manifest ?? workspace.manifest)
  if (named.fault !== undefined) found.push(named.fault)
  for (const entry of networks) {
    const network = await checkNetwork(workspace, project, workspace.files, entry, names)
    found.push(...(network?.diagnostics ?? (await missingNetwork(workspace, project, entry, named))))
    for (const info of network?.infos ?? []) if (!infos.has(info.doc)) infos.set(info.doc, info)
  }
  let documents = networks.length + 1
  for (const info of infos.values()) {
    const diagnosed = await checkInfo(workspace, project, workspace.files, info.doc, info.kind)
    if (diagnosed !== undefined) documents += 1
    found.push(...(diagnosed ?? [missingInfo(info)]))
  }
  return { diagnostics: found, documents }
}

/** One document, as what it is: a network, a manifest, or HOCON that others include. */
export async function checkDocument(workspace: CheckWorkspace, opened: OpenDocument): Promise<readonly Diagnostic[]> {
  const { project, doc, text, files } = opened
  const { manifest, networks } = await workspace.networks.manifest(project)
  const named = manifest === null ? undefined : networks.find(({ file }) => file === doc)
  const kind = named !== undefined ? 'network' : doc === manifest ? 'manifest' : fileKindOf(doc, text)
  if (kind === 'manifest') return checkManifest(workspace, opened)
  const isNetwork = named !== undefined || (kind === 'network' && (await hasTools(workspace, opened)))
  if (!isNetwork) return (await checkInfo(workspace, project, files, doc)) ?? []
  const names = networks.map(({ name }) => name)
  const entry = named ?? { name: networkNameOf(doc), file: doc }
  return (await checkNetwork(workspace, project, files, entry, names))?.diagnostics ?? []
}

async function hasTools(workspace: Workspace, opened: OpenDocument): Promise<boolean> {
  const { value } = await evaluateDocument(workspace, opened, 'neuro-san')
  return value.kind === 'object' && value.fields.has('tools')
}

interface CheckedNetwork {
  readonly diagnostics: readonly Diagnostic[]
  readonly infos: readonly NamedInfo[]
}

async function checkNetwork(
  workspace: CheckWorkspace,
  project: Project,
  files: Files,
  { name, file }: Pick<ManifestEntry, 'name' | 'file'>,
  networks: readonly string[],
): Promise<CheckedNetwork | undefined> {
  const env = await workspace.networks.env(project)
  const read = await readNetworkFile(files, project.root, { name, file, env, networks })
  if (read === undefined) return undefined
  const { network, documents } = read
  const texts = Object.fromEntries(documents.map(({ path, text }) => [path, text]))
  const { value } = new NetworkView({ network: name, file, texts, env }).hocon.evaluation
  return {
    diagnostics: [
      ...network.diagnostics,
      ...(await checkTools(workspace, project, network)),
      ...(await workspace.toolbox.diagnose(project, read)),
      ...(await scriptProblems(workspace.files, project.root, network)),
    ],
    infos: namedInfos({ file, value, json: network.json }, env),
  }
}

async function checkManifest(
  workspace: Workspace,
  { project, doc, files }: OpenDocument,
): Promise<readonly Diagnostic[]> {
  const env = await workspace.networks.env(project)
  const found = await readWithIncludes(files, project.root, doc, (texts, outside) => {
    const result = readManifest({ file: doc, texts, outside, env })
    return { result, missing: result.missingIncludes }
  })
  return found?.result.diagnostics ?? []
}

/** The manifest as the place where networks are named. */
interface Named {
  readonly manifest: string
  /** Where the key of a file stands. */
  at(file: string): Place
  /** It is there and cannot be read. */
  readonly fault?: Diagnostic
}

async function readNamed(workspace: Workspace, project: Project, manifest: string): Promise<Named> {
  const start = { doc: manifest, from: 0, to: 0 }
  const found = await workspace.files.read(project.root, manifest)
  if (!found.ok) {
    const fault = { ...faultOf(found.error), at: start }
    return { manifest, at: () => start, ...(found.error.code !== 'file-missing' && { fault }) }
  }
  const opened = { project, doc: manifest, text: found.value.text, files: workspace.files }
  const { value } = await evaluateDocument(workspace, opened, 'neuro-san')
  const fields = value.kind === 'object' ? value.fields : undefined
  return { manifest, at: (file) => fields?.get(relative(dirname(manifest), file))?.keys.at(-1) ?? start }
}

/** A network that the manifest names and that cannot be read. One that is switched off may be absent. */
async function missingNetwork(
  workspace: Workspace,
  project: Project,
  { file, serve }: ManifestEntry,
  named: Named,
): Promise<readonly Diagnostic[]> {
  const found = await workspace.files.read(project.root, file)
  if (found.ok || (found.error.code === 'file-missing' && !serve)) return []
  const { code, ...fault } = faultOf(found.error)
  return [{ ...fault, code: code === 'file-missing' ? 'network-missing' : code, at: named.at(file) }]
}

function faultOf({ code, message, hint }: Refusal): Omit<Diagnostic, 'at'> {
  const whole = hint === undefined ? message : `${message} ${hint}`
  return { code, severity: 'error', message: whole, fixes: [] }
}
