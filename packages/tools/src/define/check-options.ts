// What a definition must hold. Breaches are mistakes of the author, so they are thrown when the module is loaded.
import type { ToolOptions } from './tool-definition.ts'

const CATEGORIES = ['read', 'write', 'execute', 'communicate', 'search']
const EXPOSURES = ['auto', 'direct', 'code', 'command']
const PROFILES = ['strict', 'nous', 'off']
const CAUSES = ['exception', 'timeout']
const RUNTIME_NAME = /^[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)*$/

/** Throws a TypeError that names the tool, the option and what it should be. */
export function checkOptions(options: ToolOptions<never>): void {
  const { name } = options
  if (typeof name !== 'string' || !RUNTIME_NAME.test(name))
    throw new TypeError(`A tool needs a name of letters, digits, "_", "-" and dots; this one has ${show(name)}.`)
  const say = (option: string, must: string, value: unknown) => {
    throw new TypeError(`Tool "${name}": ${option} must be ${must}, not ${show(value)}.`)
  }
  checkFunction(name, options.execute)
  const { runtimeName, category, exposure, validateArgs, retryOn, retries, timeoutMs, env } = options
  if (runtimeName !== undefined && !RUNTIME_NAME.test(runtimeName)) say('runtimeName', 'a name with dots', runtimeName)
  if (category !== undefined && !CATEGORIES.includes(category)) say('category', oneOf(CATEGORIES), category)
  if (exposure !== undefined && !EXPOSURES.includes(exposure))
    throw new TypeError(`Tool '${name}' has unknown exposure '${String(exposure)}'. It can be ${oneOf(EXPOSURES)}.`)
  if (validateArgs !== undefined && !PROFILES.includes(validateArgs)) say('validateArgs', oneOf(PROFILES), validateArgs)
  for (const cause of retryOn ?? []) if (!CAUSES.includes(cause)) say('retryOn', `a list of ${oneOf(CAUSES)}`, cause)
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) say('retries', 'a number from 0', retries)
  if (timeoutMs !== undefined && timeoutMs !== null && typeof timeoutMs !== 'number')
    say('timeoutMs', 'milliseconds or null', timeoutMs)
  if (env !== undefined && !(Array.isArray(env) && env.every((one) => typeof one === 'string')))
    say('env', 'a list of variable names', env)
}

/** `execute(args, ctx)` is the one form; parameters at the end may be left out. */
function checkFunction(name: string, execute: unknown): void {
  if (typeof execute !== 'function')
    throw new TypeError(`Tool "${name}" needs a function execute(args, ctx), not ${show(execute)}.`)
  if (execute.length > 2)
    throw new TypeError(
      `Tool "${name}": execute takes (args, ctx), but this function asks for ${execute.length} parameters. Take what else it needs from ctx.`,
    )
}

const oneOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' or ')

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'function') return 'a function'
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
