import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'

/** Keys of model providers: tools have no business with them. */
const MODEL_KEYS = /^(OPENAI|AZURE_OPENAI|ANTHROPIC|GOOGLE|GEMINI|NVIDIA)_.*(KEY|TOKEN|SECRET)/

/** The variables of a project's `.env` that its tools may see. Only trusted projects run tools. */
export function toolEnvironment(root: string): Readonly<Record<string, string>> {
  const all = parse(readText(join(root, '.env')))
  return Object.fromEntries(Object.entries(all).filter(([name]) => !MODEL_KEYS.test(name)))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
