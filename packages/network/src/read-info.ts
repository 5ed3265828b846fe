// Files of facts that a network names beside its includes: models (`llm_info_file`) and shared tools (`toolbox_info_file`).
import { err, isJsonObject, type Json, type JsonObject, jsonAt, ok, type Result } from '@slyglass/base'
import { jsonOf } from '@slyglass/hocon'
import { evaluateInput } from './read-network.ts'

export type InfoKind = 'llm' | 'toolbox' | 'mcp'

const NAMES: Readonly<Record<InfoKind, { readonly keys: readonly string[]; readonly variable: string }>> = {
  llm: { keys: ['agent_llm_info_file', 'llm_info_file'], variable: 'AGENT_LLM_INFO_FILE' },
  toolbox: { keys: ['agent_toolbox_info_file', 'toolbox_info_file'], variable: 'AGENT_TOOLBOX_INFO_FILE' },
  mcp: { keys: [], variable: 'MCP_SERVERS_INFO_FILE' },
}

/** Path of a network's info file, relative to the project, or undefined when it names none. */
export function infoFile(
  network: Json,
  kind: InfoKind,
  env: Readonly<Record<string, string>> = {},
): string | undefined {
  const { keys, variable } = NAMES[kind]
  const named = keys.map((key) => jsonAt(network, key)).find((value) => typeof value === 'string' && value !== '')
  const path = typeof named === 'string' ? named : Object.hasOwn(env, variable) ? env[variable] : undefined
  return path === undefined || path === '' ? undefined : path.replace(/^(?:\.\/)+/, '')
}

/** Every info file that a network's runs keep beside its includes. That of MCP servers holds keys, so no run keeps it. */
export function infoFiles(network: Json, env: Readonly<Record<string, string>> = {}): readonly string[] {
  return (['llm', 'toolbox'] as const).flatMap((kind) => infoFile(network, kind, env) ?? [])
}

/** Reads an info file, or says why it cannot be used. */
export function readInfo(
  file: string,
  texts: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Result<JsonObject, string> {
  if (!Object.hasOwn(texts, file)) return err(`${file} is not there.`)
  const evaluation = evaluateInput({ file, texts, env })
  const fault = evaluation.diagnostics.find((diagnostic) => diagnostic.severity === 'error')
  if (fault !== undefined) return err(`${file} cannot be read: ${fault.message}`)
  const value = jsonOf(evaluation.value)
  return isJsonObject(value) ? ok(value) : err(`${file} is no object.`)
}
