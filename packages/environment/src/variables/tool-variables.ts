// Which secrets of a project a tool's process gets: those that are declared for the tool, and no others.
import { isJsonList, isJsonObject, type JsonText, jsonAt, parseJson, printJson } from '@slyglass/base'
import type { ToolSources } from '@slyglass/runtime'
import { needsOf } from '@slyglass/tools'
import { neutralVariables } from '../child-environment.ts'
import type { ToolHostOptions } from '../options.ts'
import { importPath } from '../tool-places.ts'
import { NamedWords } from './named-words.ts'
import { secretNames, type Variables } from './secret-names.ts'

export class ToolVariables {
  readonly #words = new NamedWords()
  readonly #options: Pick<ToolHostOptions, 'env' | 'projectEnv'>

  constructor(options: Pick<ToolHostOptions, 'env' | 'projectEnv'>) {
    this.#options = options
  }

  /**
   * A call whose sources name the secrets that it gets: those that the network or a definition says, else those that the source of
   * the class names. Tools that get the same share a process.
   */
  declared<T extends { readonly sources: ToolSources; readonly className: string }>(
    call: T,
    find: () => string | undefined,
  ): T {
    const { variables: written, ...sources } = call.sources
    const secrets = secretNames(this.#given(sources))
    if (secrets.length === 0) return written === undefined ? call : { ...call, sources }
    const known = neededBy(call.className)
    const own = written ?? this.#named(secrets, sources, find())
    const variables = secrets.filter((name) => own.includes(name) || known.includes(name))
    return { ...call, sources: variables.length === 0 ? sources : { ...sources, variables } }
  }

  /** What people are told when a call failed and speaks of a secret that it did not get. */
  heldBack(sources: ToolSources, said: string): readonly string[] {
    const own = sources.variables ?? []
    const missing = secretNames(this.#given(sources)).filter((name) => !own.includes(name) && namesIt(said, name))
    return missing.map(
      (name) =>
        `${name} is in the project's .env, but this tool is not given it: neither its entry nor its source names it. ` +
        `Write studio.uses.env = ["${name}"] into its entry.`,
    )
  }

  /** What a definition tells, with the variables that it needs and that are not there. */
  withMissing(sources: ToolSources, told: JsonText | undefined): JsonText | undefined {
    const parsed = told === undefined ? undefined : parseJson(told)
    if (parsed?.ok !== true || !isJsonObject(parsed.value)) return told
    const given: Variables = { ...neutralVariables(this.#options.env ?? process.env), ...this.#given(sources) }
    const needed = jsonAt(parsed.value, 'env')
    const missing = isJsonList(needed) ? needed.filter((name) => typeof name === 'string' && !given[name]) : []
    return printJson(new Map([...parsed.value, ['missing', missing]]))
  }

  #given({ projectRoot }: Pick<ToolSources, 'projectRoot'>): Variables {
    return this.#options.projectEnv?.(projectRoot) ?? {}
  }

  #named(secrets: readonly string[], sources: ToolSources, file: string | undefined): readonly string[] {
    return file === undefined ? [] : this.#words.among(secrets, file, importPath(sources))
  }
}

const namesIt = (said: string, name: string): boolean => said.split(/[^A-Za-z0-9_]+/).includes(name)

/** What is known of classes whose sources lie elsewhere. */
function neededBy(className: string): readonly string[] {
  return (needsOf(className) ?? []).flatMap(({ kind, name, or = [] }) => (kind === 'variable' ? [name, ...or] : []))
}
