// Files around networks: toolboxes, model tables, MCP servers, tests, and what others include.
import { type HoconValue, valueAt } from '@slyglass/hocon'
import { type Diagnostic, type InfoKind, infoFile } from '@slyglass/network'
import { diagnosticsOf, type FileKind, NetworkView } from '@slyglass/network/language'
import { networkNameOf } from '../../workspace/project-networks.ts'
import type { Project } from '../../workspace/projects.ts'
import { readWithIncludes } from '../../workspace/read-documents.ts'
import type { Files, Workspace } from '../reading/workspace.ts'

const KINDS: Readonly<Record<InfoKind, FileKind>> = { llm: 'llm-info', toolbox: 'toolbox', mcp: 'mcp-info' }

/** A file that is no network, by its table of keys; undefined when it is not there. Its name tells the kind unless one is given. */
export async function checkInfo(
  workspace: Workspace,
  project: Project,
  files: Files,
  doc: string,
  kind?: FileKind,
): Promise<readonly Diagnostic[] | undefined> {
  const env = await workspace.networks.env(project)
  const kinds = kind === undefined ? {} : { kinds: { [doc]: kind } }
  const found = await readWithIncludes(files, project.root, doc, (texts, outside) => {
    const view = new NetworkView({ network: networkNameOf(doc), file: doc, texts, outside, env, ...kinds })
    return { result: diagnosticsOf(view), missing: view.hocon.evaluation.missing.map((missing) => missing.doc) }
  })
  return found?.result
}

/** An info file that a network names, and where it names it; a variable names it nowhere. */
export interface NamedInfo {
  readonly doc: string
  readonly kind: FileKind
  readonly at: Diagnostic['at']
}

export function namedInfos(
  network: { readonly file: string; readonly value: HoconValue; readonly json: Parameters<typeof infoFile>[0] },
  env: Readonly<Record<string, string>>,
): readonly NamedInfo[] {
  return (Object.keys(KINDS) as InfoKind[]).flatMap((info) => {
    const doc = infoFile(network.json, info, env)
    if (doc === undefined) return []
    const keys = [`agent_${info}_info_file`, `${info}_info_file`]
    const written = keys.map((key) => valueAt(network.value, key)).find((value) => value?.kind === 'string')
    return [{ doc, kind: KINDS[info], at: written?.origin.place ?? { doc: network.file, from: 0, to: 0 } }]
  })
}

export function missingInfo({ doc, at }: NamedInfo): Diagnostic {
  const message = `${doc} is not there, so the network runs without it; write the file, or take its name away`
  return { code: 'info-file-missing', severity: 'error', message, at, fixes: [] }
}
