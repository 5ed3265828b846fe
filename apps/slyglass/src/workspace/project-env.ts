import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onceATurn } from '@slyglass/environment'
import { parse } from 'dotenv'
import { stampOf, UnchangedFiles } from '../unchanged-files.ts'
import type { Trust } from './trust.ts'

export type Environment = Readonly<Record<string, string | undefined>>

// What a network may use in `${}` becomes part of documents and run logs, so it is a list of names, and no key is among them.
const ALLOWED = /^(MODEL_NAME|MCP_SERVERS_INFO_FILE|AGENT_[A-Z0-9_]+)$/
const SECRET = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/

/** Keys of model providers: tools have no business with them. Who sells models may sell searches, too, with keys of their own. */
const MODEL_KEYS =
  /^(?:(?:OPENAI|AZURE_OPENAI|ANTHROPIC|GEMINI|NVIDIA|OPENROUTER)_.*|GOOGLE_(?:(?:GENAI|GEMINI|GENERATIVE_AI|VERTEX|VERTEXAI|AI)_)?(?:API_)?)(?:KEY|TOKEN|SECRET)/

/** Whether a variable is the key of a model provider, which reaches no tool of a project. */
export const isModelKey = (name: string): boolean => MODEL_KEYS.test(name)

/** The `.env` of a project; nothing while the project is not trusted. */
export async function trustedDotEnv(trust: Pick<Trust, 'isTrusted'>, root: string): Promise<Environment> {
  return (await trust.isTrusted(root)) ? dotEnvOf(root) : NO_VARIABLES
}

/** What follows from a folder and its variables: the same until they change. */
export function ofDotEnv<T>(make: (root: string, dotEnv: Environment) => T): (root: string, dotEnv: Environment) => T {
  const made = new WeakMap<Environment, Map<string, T>>()
  return (root, dotEnv) => {
    const byRoot = made.get(dotEnv) ?? new Map<string, T>()
    made.set(dotEnv, byRoot)
    const value = byRoot.get(root) ?? make(root, dotEnv)
    byRoot.set(root, value)
    return value
  }
}

/** Where the studio's own tools find keys that they name: the shell's win over the project's. Only trusted projects run tools. */
export function studioEnvironment(root: string, shell: Environment): Environment {
  return { ...dotEnvOf(root), ...withoutEmpty(shell) }
}

/** The variables of a project's `.env` that its tools may see. Only trusted projects run tools. */
export function toolEnvironment(root: string): Variables {
  return Object.fromEntries(Object.entries(dotEnvOf(root)).filter(([name]) => !MODEL_KEYS.test(name)))
}

type Variables = Readonly<Record<string, string>>

const MOST_KNOWN = 500
const NO_VARIABLES: Variables = Object.freeze({})
const known = new UnchangedFiles<Variables>(MOST_KNOWN)
/** Every run asks several times, and many runs at the same moment; most projects have none. */
const stampThisTurn = onceATurn(stampOf)

/** The `.env` of a folder that is trusted: the same object until it changes. */
export function dotEnvOf(root: string): Variables {
  const file = join(root, '.env')
  const stamp = stampThisTurn(file)
  const before = known.find(file, () => stamp)
  if (before !== undefined) return before
  const variables = parseDotEnv(file)
  known.keep(file, stamp, variables)
  return variables
}

function parseDotEnv(file: string): Variables {
  try {
    return Object.freeze(parse(readFileSync(file, 'utf8')))
  } catch {
    return NO_VARIABLES
  }
}

/** Variables that networks may use: the shell's win over the project's. `SLYGLASS_ENV` lists further names. */
export function networkEnv(shell: Environment, dotEnv: Environment): Variables {
  const further = new Set((shell.SLYGLASS_ENV ?? '').split(',').map((name) => name.trim()))
  const isAllowed = (name: string) => (ALLOWED.test(name) || further.has(name)) && !SECRET.test(name)
  const all = Object.entries({ ...dotEnv, ...withoutEmpty(shell) })
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value !== undefined && isAllowed(name) ? [[name, value]] : [])),
  )
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
}
