import { type Json, type JsonObject, jsonAt } from '@slyglass/base'
import { oneOf, textAt, textsAt } from './values.ts'

/** Which kind of enclosure tools run in; `auto` is the strongest that this machine has. A named one is the least that is taken. */
export type SandboxWish = 'auto' | 'bwrap' | 'quickjs' | 'permission'

/** Where files and programs of tools are: a box on this machine, or memory. On this machine, as well enclosed as it can, when absent. */
export type EnvironmentKind = 'sandboxed' | 'memory'

/** Where tools run and what they may reach. */
export interface EnvironmentRules {
  readonly kind?: EnvironmentKind
  /** `file.ts#name` of a function that chooses kind, workspace and files by the state of the turn that first asks. */
  readonly from?: string
  readonly sandbox: SandboxWish
  readonly network: 'on' | 'off'
  /** Folder of the built-in tools, from the project's. */
  readonly workspace: string
}

const WISHES: readonly SandboxWish[] = ['auto', 'bwrap', 'quickjs', 'permission']

/** What cannot be read closes: no network, the strongest enclosure. */
export function readEnvironment(json: Json | undefined): EnvironmentRules {
  const sandbox = jsonAt(json, 'sandbox')
  const kind = readKind(jsonAt(json, 'kind'))
  const from = typeof json === 'string' ? json : textAt(json, 'from')
  const none = kind === 'sandboxed' ? 'bwrap' : 'auto'
  return {
    ...(kind !== undefined && { kind }),
    ...(from !== undefined && { from }),
    sandbox: sandbox === undefined || sandbox === null ? none : (oneOf(sandbox, WISHES) ?? 'bwrap'),
    network: isOn(jsonAt(json, 'network')) ? 'on' : 'off',
    workspace: textAt(json, 'workspace') ?? '.',
  }
}

function readKind(kind: Json | undefined): EnvironmentKind | undefined {
  if (kind === undefined || kind === null || kind === 'local') return undefined
  return kind === 'memory' ? 'memory' : 'sandboxed'
}

const isOn = (network: Json | undefined): boolean =>
  network === undefined || network === null || network === 'on' || network === true

/** Addresses that tools may reach although they belong to this machine or its network. */
export function readFetchAllow(studio: JsonObject): readonly string[] {
  return textsAt(studio.get('fetch'), 'allow') ?? []
}
