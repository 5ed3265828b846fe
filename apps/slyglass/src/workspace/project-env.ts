import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'
import type { Trust } from './trust.ts'

export type Environment = Readonly<Record<string, string | undefined>>

// What a network may use in `${}` becomes part of documents and run logs, so it is a list of names, and no key is among them.
const ALLOWED = /^(MODEL_NAME|MCP_SERVERS_INFO_FILE|AGENT_[A-Z0-9_]+)$/
const SECRET = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/

/** Keys of model providers: tools have no business with them. */
const MODEL_KEYS = /^(OPENAI|AZURE_OPENAI|ANTHROPIC|GOOGLE|GEMINI|NVIDIA)_.*(KEY|TOKEN|SECRET)/

/** Whether a variable is the key of a model provider, which reaches no tool of a project. */
export const isModelKey = (name: string): boolean => MODEL_KEYS.test(name)

/** The `.env` of a project; nothing while the project is not trusted. */
export async function trustedDotEnv(trust: Pick<Trust, 'isTrusted'>, root: string): Promise<Environment> {
  return (await trust.isTrusted(root)) ? readDotEnv(root) : {}
}

/** Where the studio's own tools find keys that they name: the shell's win over the project's. Only trusted projects run tools. */
export function studioEnvironment(root: string, shell: Environment): Environment {
  return { ...readDotEnv(root), ...withoutEmpty(shell) }
}

/** The variables of a project's `.env` that its tools may see. Only trusted projects run tools. */
export function toolEnvironment(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(readDotEnv(root)).filter(([name]) => !MODEL_KEYS.test(name)))
}

function readDotEnv(root: string): Readonly<Record<string, string>> {
  const file = join(root, '.env')
  // Most projects have none, and every run asks.
  if (!existsSync(file)) return {}
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Variables that networks may use: the shell's win over the project's. `SLYGLASS_ENV` lists further names. */
export function networkEnv(shell: Environment, dotEnv: Environment): Readonly<Record<string, string>> {
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
