import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { isJsonObject, jsonAt, parseJson, printJson } from '@slyglass/base'
import { checkSource, findToolSource, type PythonSearch, type ToolSource } from '@slyglass/environment'
import { type Diagnostic, type Entry, type Network, studioOf } from '@slyglass/network'
import type { BrokenLine, ToolSourceReply } from '@slyglass/protocol'
import type { HostReply, ToolSources } from '@slyglass/runtime'
import { z } from 'zod'
import { brokenLines } from './broken-lines.ts'
import { bringsDescription, readSource } from './described-classes.ts'
import { adviceFor } from './load-problem.ts'
import { findSlyKeys } from './sly-keys.ts'

interface FindToolsOptions {
  readonly network: Network
  readonly sources: ToolSources
  readonly toolPathOnly: boolean
  readonly python: PythonSearch
  /** What a definition tells of itself, as JSON text. Only for trusted folders: the file is loaded. */
  readonly describe?: (className: string) => Promise<string | undefined>
  /** Loads the file behind a class. Only for trusted folders. */
  readonly load?: (className: string) => Promise<HostReply | undefined> | undefined
  /** Whether tools of the project get a variable; absent: not looked at. */
  readonly hasVariable?: (name: string) => boolean
}

/** Where each coded tool of a network lies, and what is missing here to run it. Without `describe` no file is loaded. */
export function findTools(options: FindToolsOptions): Promise<readonly ToolSourceReply[]> {
  const coded = options.network.entries.filter((entry) => entry.className !== undefined)
  return Promise.all(coded.map((entry) => findTool(entry, entry.className ?? '', options)))
}

async function findTool(entry: Entry, className: string, options: FindToolsOptions): Promise<ToolSourceReply> {
  const { sources, toolPathOnly, python } = options
  const shorten = (path: string) => relativePath(sources.projectRoot, path)
  const source = findToolSource(sources, className, {
    toolPathOnly,
    ...(python.found ? { interpreterPath: python.path } : {}),
  })
  const known = (await findUnreadable(source, shorten)) ?? findFault(source, className, python, shorten)
  const inside = known === undefined ? await lookInside(source, className, options) : {}
  const fault = known ?? inside.fault ?? findUnset(entry, options)
  const text = source.found ? await readSource(source.file) : ''
  return {
    entry: entry.name,
    className,
    ...(source.found && bringsDescription(text, source.language) && { described: true }),
    ...(inside.tells !== undefined && { tells: inside.tells }),
    tried: source.tried.map(shorten),
    shadowed: source.found ? source.shadowed.map(shorten) : [],
    slyKeys: source.found ? findSlyKeys(text, className, source.language) : [],
    ...(source.found ? { language: source.language, file: shorten(source.file) } : {}),
    ...(fault === undefined ? {} : { diagnostic: toDiagnostic(entry, fault) }),
    ...(inside.broken !== undefined && { broken: inside.broken }),
  }
}

interface Fault {
  readonly code: 'class-not-found' | 'both-languages' | 'python-missing' | 'broken-tool' | 'variable-missing'
  readonly severity: Diagnostic['severity']
  readonly message: string
}

/** Variables that `studio.uses` promises to a tool, and that it would not find. */
function findUnset(entry: Entry, { network, hasVariable }: FindToolsOptions): Fault | undefined {
  const { name, className } = entry
  const studio = studioOf(network, entry)
  const unset = (studio?.uses.env ?? []).filter((variable) => hasVariable?.(variable) === false)
  if (unset.length === 0 || studio?.mocks.has(name) === true) return undefined
  return missingVariables(unset, `so "${className}" runs without it`)
}

function missingVariables(names: readonly string[], result: string): Fault {
  const needs = names.map((name) => `${name} environment variable is required`).join('; ')
  const message = `${needs}, ${result}. Set it in the project's .env.`
  return { code: 'variable-missing', severity: 'warning', message }
}

/** What cannot be read seems to hold no class. */
async function findUnreadable(source: ToolSource, shorten: (path: string) => string): Promise<Fault | undefined> {
  if (source.found || source.reason !== 'class-missing') return undefined
  for (const file of source.files)
    if (!(await isReadable(file)))
      return fault('broken-tool', `${shorten(file)} may not be read. Check its permissions.`)
  return undefined
}

const isReadable = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  )

function findFault(
  source: ToolSource,
  className: string,
  python: PythonSearch,
  shorten: (path: string) => string,
): Fault | undefined {
  if (source.found) return source.language === 'python' ? findPythonFault(className, python) : undefined
  const tried = source.tried.map(shorten).join(', ')
  const files = source.files.map(shorten)
  switch (source.reason) {
    case 'both-languages':
      return fault(
        source.reason,
        `"${className}" is there in two languages: ${files.join(' and ')}. Remove or rename one.`,
      )
    case 'class-missing':
      return fault(
        'class-not-found',
        `The class "${className}" is not in ${files.join(', ')}. Looked for: ${tried}. Write it there, or correct its name.`,
      )
    case 'no-module':
      return fault('class-not-found', `"${className}" names no module. Write the class as module.${className}.`)
    case 'missing':
      return fault(
        'class-not-found',
        `There is no file for the class "${className}". Looked for: ${tried}. Write one of them, or correct the name.`,
      )
    case 'at-run-time':
      return findPythonFault(className, python)
  }
}

function findPythonFault(className: string, python: PythonSearch): Fault | undefined {
  if (python.found) return undefined
  return fault('python-missing', `"${className}" needs Python, and none was found on this machine. ${python.hint}`)
}

/** What a file that is there tells by its text or its definition: what is wrong with it, and what it says of itself. */
async function lookInside(
  source: ToolSource,
  className: string,
  { python, sources, describe, load }: FindToolsOptions,
): Promise<{ readonly fault?: Fault } & Pick<ToolSourceReply, 'tells' | 'broken'>> {
  if (!source.found) return {}
  const broken = await checkSource(source.file, source.language, python.found ? python.command : undefined)
  const file = relativePath(sources.projectRoot, source.file)
  if (broken !== undefined) {
    const message = `${file} cannot be read, ${broken}. Mend it. Until then its last version that worked is used, if there is one; other tools are not concerned.`
    const [, line, reason = ''] = /^line (\d+): (.*)$/s.exec(broken) ?? []
    return {
      fault: fault('broken-tool', message),
      ...(line !== undefined && { broken: [{ file, line: Number(line), reason }] }),
    }
  }
  const failed = brokenLines(await load?.(className), sources.projectRoot)
  const [inner] = failed
  if (inner !== undefined) return { fault: fault('broken-tool', notLoaded(inner, file)), broken: failed }
  const told = await describe?.(className)
  if (told === undefined) return {}
  const found = faultTold(told, className)
  return { tells: readTold(told), ...(found !== undefined && { fault: found }) }
}

/** `of`: the file of the tool, which may only use the one that fails. */
function notLoaded({ file, line, reason }: BrokenLine, of: string): string {
  const what = file === of ? `${of} does not load` : `${of} does not load because of ${file}`
  return `${what}, line ${line}: ${withoutStop(reason)}. ${adviceFor(reason)} Until then its last version that worked is used, if there is one; other tools are not concerned.`
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** What is wrong with a tool by what its definition tells, as JSON text. */
export function diagnoseTold(entry: Entry, className: string, told: string): readonly Diagnostic[] {
  const found = faultTold(told, className)
  return found === undefined ? [] : [toDiagnostic(entry, found)]
}

function faultTold(told: string, className: string): Fault | undefined {
  const { problem, missing } = definition.catch({}).parse(JSON.parse(told))
  if (problem !== undefined) return fault('broken-tool', `"${className}" cannot be used: ${problem}`)
  if (missing === undefined || missing.length === 0) return undefined
  return missingVariables(missing, `so "${className}" is not offered`)
}

/** Numbers of a schema keep their digits. */
function readTold(told: string): NonNullable<ToolSourceReply['tells']> {
  const parsed = parseJson(told)
  const value = parsed.ok ? parsed.value : undefined
  const [description, parameters] = [jsonAt(value, 'description'), jsonAt(value, 'parameters')]
  return {
    ...(typeof description === 'string' && { description }),
    ...(isJsonObject(parameters) && { parameters: printJson(parameters) }),
  }
}

const definition = z.object({ problem: z.string().optional(), missing: z.array(z.string()).optional() })

function fault(code: Fault['code'], message: string): Fault {
  return { code, severity: 'error', message }
}

function toDiagnostic(entry: Entry, { code, severity, message }: Fault): Diagnostic {
  return { code, severity, message, at: entry.classAt ?? entry.nameAt ?? entry.at, entry: entry.name, fixes: [] }
}

function relativePath(root: string, path: string): string {
  const inside = relative(root, path)
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/')
}
