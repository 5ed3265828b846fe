import { isJsonList, isJsonObject, type Json, type JsonObject, printJson } from '@slyglass/base'
import { jsonOf, printPath } from '@slyglass/hocon'
import { networkNameOf, readNetworkFile } from '../../workspace/project-networks.ts'
import type { Project } from '../../workspace/projects.ts'
import { evaluateDocument } from '../reading/evaluate-document.ts'
import type { Workspace } from '../reading/workspace.ts'
import { sameValue } from './same-value.ts'

/** Holds a file to what the loader of neuro-san made of it: its value and, for a network, what the filters made of that. */
export async function answerFailure(
  workspace: Workspace,
  project: Project,
  answer: JsonObject,
): Promise<string | undefined> {
  const doc = String(answer.get('file'))
  const { files } = workspace
  const found = await files.read(project.root, doc)
  if (!found.ok) return found.error.message
  const { value, diagnostics } = await evaluateDocument(workspace, { project, doc, text: '', files }, 'neuro-san')
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (error !== undefined) return `expected a value, got an error: ${error.message}`
  const difference = firstDifference(answer.get('value'), jsonOf(value))
  if (difference !== undefined) return `value: ${difference}`
  const expected = answer.get('network')
  if (expected === undefined) return undefined
  const env = await workspace.networks.env(project)
  const network = { name: networkNameOf(doc), file: doc, env, networks: [] }
  const read = await readNetworkFile(files, project.root, network)
  const changed = firstDifference(expected, read?.network.json)
  return changed === undefined ? undefined : `network: ${changed}`
}

/** Where two values part first; whole files are too long to be printed. */
function firstDifference(expected: Json | undefined, actual: Json | undefined): string | undefined {
  if (sameValue(expected, actual)) return undefined
  const path = [...differingPath(expected, actual)]
  const [wanted, got] = [expected, actual].map((json) => path.reduce(partAt, json))
  return `at ${path.length === 0 ? 'the root' : printPath(path)} expected ${show(wanted)}, got ${show(got)}`
}

function* differingPath(expected: Json | undefined, actual: Json | undefined): Generator<string> {
  const keys = new Set([...keysOf(expected), ...keysOf(actual)])
  if (!isSameKind(expected, actual)) return
  for (const key of keys) {
    const [wanted, got] = [partAt(expected, key), partAt(actual, key)]
    if (sameValue(wanted, got)) continue
    yield key
    yield* differingPath(wanted, got)
    return
  }
}

function isSameKind(a: Json | undefined, b: Json | undefined): boolean {
  return (isJsonObject(a) && isJsonObject(b)) || (isJsonList(a) && isJsonList(b))
}

function keysOf(json: Json | undefined): readonly string[] {
  if (isJsonObject(json)) return [...json.keys()]
  return isJsonList(json) ? json.map((_, index) => String(index)) : []
}

function partAt(json: Json | undefined, key: string): Json | undefined {
  if (isJsonObject(json)) return json.get(key)
  return isJsonList(json) ? json[Number(key)] : undefined
}

const MAX_SHOWN = 200

function show(json: Json | undefined): string {
  if (json === undefined) return 'nothing'
  const text = printJson(json)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
