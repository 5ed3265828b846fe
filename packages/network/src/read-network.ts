// Text to network: evaluate, filter, read entries, say what is wrong. There is always a network.
import { isJsonList, isJsonObject, type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { type EvaluateOptions, type Evaluation, evaluate, type HoconObject, jsonOf } from '@slyglass/hocon'
import { diagnoseNetwork } from './diagnose-network.ts'
import { applyFilterChain, type Filtered } from './filter-chain.ts'
import type { Diagnostic, Edge, Network } from './model.ts'
import type { EntrySource, NetworkInput, NetworkSource } from './network-source.ts'
import { optionalKeys } from './optional-keys.ts'
import { readEntry } from './read-entry.ts'
import { referencesOf } from './references.ts'
import { say } from './say.ts'
import { fromHocon } from './text-fault.ts'

/**
 * Reads a network, however broken its text is. `missingIncludes` lists the documents to fetch before reading again.
 * `parse` may reuse trees of earlier texts.
 */
export function readNetwork(input: NetworkInput, parse?: EvaluateOptions['parse']): Network {
  return readNetworkSource(input, evaluateInput(input, parse)).network
}

/** The texts and variables of an input, as ports of an evaluation. */
export function evaluateInput(
  input: Pick<NetworkInput, 'file' | 'texts' | 'outside' | 'env'>,
  parse?: EvaluateOptions['parse'],
): Evaluation {
  const { file, texts, outside, env } = input
  const read = (doc: string) => (Object.hasOwn(texts, doc) ? texts[doc] : undefined)
  const isJson = file.endsWith('.json')
  return evaluate(read(file) ?? '', {
    // A JSON network goes through a plain JSON parser there: its escapes are read, and nothing is substituted.
    profile: isJson ? 'spec' : 'neuro-san',
    doc: file,
    read,
    list: () => Object.keys(texts),
    ...(outside === undefined ? {} : { outside }),
    env: (name) => (env !== undefined && Object.hasOwn(env, name) ? env[name] : undefined),
    // Trees that are kept are trees of HOCON.
    ...(parse === undefined || isJson ? {} : { parse }),
  })
}

export function readNetworkSource(input: NetworkInput, evaluation: Evaluation = evaluateInput(input)): NetworkSource {
  const filtered = applyFilterChain(evaluation.value)
  const entries = readEntries(filtered, input.texts)
  const json = jsonOf(filtered.root)
  const list = entries.map(({ entry }) => entry)
  const llmConfig = jsonAt(json, 'llm_config')
  const absent = Object.hasOwn(input.texts, input.file) ? [] : [input.file]
  const network: Network = {
    name: input.network,
    file: input.file,
    entries: list,
    ...(list[0]?.index === 0 ? { frontMan: list[0] } : {}),
    edges: entries.flatMap(edgesOf),
    description: textAt(json, 'description'),
    tags: textsAt(json, 'tags'),
    sampleQueries: textsAt(json, 'sample_queries'),
    ...(isJsonObject(llmConfig) ? { llmConfig } : {}),
    json,
    diagnostics: [
      ...evaluation.diagnostics.map(fromHocon),
      ...tooLarge(filtered),
      ...diagnoseNetwork(input, filtered, entries, evaluation),
    ],
    documents: evaluation.documents,
    missingIncludes: [...new Set([...absent, ...evaluation.missing.map((missing) => missing.doc)])],
  }
  return { network, evaluation, filtered, entries }
}

function readEntries({ tools }: Filtered, texts: NetworkInput['texts']): readonly EntrySource[] {
  if (tools?.kind !== 'list') return []
  const objects = tools.items.flatMap((value, index) => (value.kind === 'object' ? [{ value, index }] : []))
  const names = new Set(objects.flatMap(({ value }) => nameOf(value) ?? []))
  return objects.map(({ value, index }) => {
    const references = referencesOf(value, names)
    const unset = optionalKeys(value, texts)
    const entry = readEntry(value, index, references)
    return { entry: unset.length === 0 ? entry : { ...entry, optionalKeys: unset }, value, references }
  })
}

function nameOf(value: HoconObject): string | undefined {
  const name = value.fields.get('name')?.value
  return name?.kind === 'string' ? name.text : undefined
}

function edgesOf({ entry, references }: EntrySource): readonly Edge[] {
  const seen = new Set<string>()
  return references.flatMap(({ name, kind, from }) => {
    const id = `${from} ${name}`
    if (seen.has(id)) return []
    seen.add(id)
    return [{ from: entry.name, to: name, kind: from, target: kind }]
  })
}

function tooLarge({ tooLarge: at }: Filtered): readonly Diagnostic[] {
  if (at === undefined) return []
  const message = 'with its commondefs and defaults the network would be larger than 32 million characters'
  return [say('error', 'too-large', message, at.origin.place)]
}

const metadata = (json: Json): JsonObject | undefined => {
  const found = jsonAt(json, 'metadata')
  return isJsonObject(found) ? found : undefined
}

function textAt(json: Json, key: string): string {
  const text = metadata(json)?.get(key)
  return typeof text === 'string' ? text : ''
}

function textsAt(json: Json, key: string): readonly string[] {
  const list = metadata(json)?.get(key)
  return isJsonList(list) ? list.filter((item): item is string => typeof item === 'string') : []
}
