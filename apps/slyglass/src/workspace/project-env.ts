import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'dotenv'

export type Environment = Readonly<Record<string, string | undefined>>

// What a network may use in `${}` becomes part of documents and run logs, so it is a list of names, and no key is among them.
const ALLOWED = /^(MODEL_NAME|AGENT_[A-Z0-9_]+)$/
const SECRET = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/

/** The `.env` of a project. Call it only for a trusted one. */
export async function readDotEnv(root: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(root, '.env'), 'utf8').catch(() => '')
  return parse(text)
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
