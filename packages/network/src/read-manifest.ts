// Which networks a project serves.
import type { HoconObject, HoconValue } from '@slyglass/hocon'
import { diagnoseKeys } from './diagnose-keys.ts'
import { diagnoseKinds } from './diagnose-kinds.ts'
import type { Diagnostic, Manifest, ManifestEntry } from './model.ts'
import { evaluateInput } from './read-network.ts'
import { readPeriodic } from './read-periodic.ts'
import { say } from './say.ts'
import { MANIFEST_SCHEMA } from './schema/other-shapes.ts'
import { fromHocon } from './text-fault.ts'

/** What a manifest is read from. Texts by path, relative to the project; includes may come later. */
export interface ManifestInput {
  readonly file: string
  readonly texts: Readonly<Record<string, string>>
  /** Paths that lead out of the project, which is not the same as missing. */
  readonly outside?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A manifest as read, and the documents to fetch before reading it again. */
export interface ReadManifest extends Manifest {
  readonly documents: readonly string[]
  readonly missingIncludes: readonly string[]
}

/** Reads a manifest, however broken its text is. */
export function readManifest(input: ManifestInput): ReadManifest {
  const evaluation = evaluateInput(input)
  const { value, documents, missing } = evaluation
  const diagnostics: Diagnostic[] = evaluation.diagnostics.map(fromHocon)
  const networks: ManifestEntry[] = []
  if (value.kind === 'object') {
    for (const [key, field] of value.fields) {
      const flags = flagsOf(field.value)
      if (flags === undefined) {
        const message = `"${key}" must be true, false, or an object with serve, public and mcp; it is skipped`
        diagnostics.push(say('warning', 'bad-manifest-entry', message, field.value.origin.place))
      } else {
        const periodic = field.value.kind === 'object' ? field.value.fields.get('periodic')?.value : undefined
        const talks = readPeriodic(periodic, diagnostics)
        networks.push({ ...place(input.file, key), ...flags, ...(talks.length > 0 && { periodic: talks }) })
      }
    }
    diagnostics.push(...diagnoseEntries(value))
  } else diagnostics.push(say('error', 'no-manifest', 'a manifest is an object of network files', value.origin.place))
  const absent = Object.hasOwn(input.texts, input.file) ? [] : [input.file]
  const missingIncludes = [...new Set([...absent, ...missing.map(({ doc }) => doc)])]
  return { file: input.file, networks, diagnostics, documents, missingIncludes }
}

/** Keys that mean nothing inside an entry, and values that are no flag. An entry that is none at all is told above. */
function diagnoseEntries(manifest: HoconObject): readonly Diagnostic[] {
  const entries = [...manifest.fields.values()].flatMap(({ value }) => (value.kind === 'object' ? [value] : []))
  const served = { ...MANIFEST_SCHEMA, file: MANIFEST_SCHEMA.served ?? { keys: [] } }
  return entries.flatMap((entry) => [
    ...diagnoseKeys(served, entry),
    ...diagnoseKinds(served, entry),
    ...diagnoseFlags(entry),
  ])
}

/** neuro-san takes no text for a flag here, not even "true". */
function diagnoseFlags({ fields }: HoconObject): readonly Diagnostic[] {
  return ['serve', 'public', 'mcp'].flatMap((key) => {
    const value = fields.get(key)?.value
    if (value === undefined || value.kind === 'boolean' || value.kind === 'object' || value.kind === 'list') return []
    const message = `"${key}" must be true or false; anything else counts as false`
    return [say('warning', 'bad-manifest-entry', message, value.origin.place)]
  })
}

type Flags = Pick<ManifestEntry, 'serve' | 'public' | 'mcp' | 'mcpName'>

function flagsOf(value: HoconValue): Flags | undefined {
  if (value.kind === 'boolean') return { serve: value.flag, public: value.flag, mcp: value.flag }
  if (value.kind !== 'object') return undefined
  const flag = (key: string) => isOn(value.fields.get(key)?.value)
  const mcp = flag('mcp')
  const name = mcp ? mcpNameOf(value.fields.get('mcp')?.value) : undefined
  return { serve: flag('serve'), public: flag('public') || mcp, mcp, ...(name === undefined ? {} : { mcpName: name }) }
}

function mcpNameOf(value: HoconValue | undefined): string | undefined {
  const name = value?.kind === 'object' ? value.fields.get('name')?.value : undefined
  return name?.kind === 'string' && name.text !== '' ? name.text : undefined
}

/** `mcp` may be an object with `enable`, which is on unless it says otherwise. */
function isOn(value: HoconValue | undefined): boolean {
  if (value?.kind === 'object') {
    const enable = value.fields.get('enable')?.value
    return enable === undefined || (enable.kind === 'boolean' && enable.flag)
  }
  return value?.kind === 'boolean' && value.flag
}

// Keys are paths from the manifest's folder; a network's name is that path without its ending.
function place(manifest: string, key: string): { readonly name: string; readonly file: string } {
  const folder = manifest.includes('/') ? manifest.slice(0, manifest.lastIndexOf('/') + 1) : ''
  return { name: key.replace(/\.[^./]+$/, ''), file: folder + key }
}
