import { readFile } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { findToolSource, type PythonSearch, type ToolSource } from '@slyglass/environment'
import type { Diagnostic, Entry, Network } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'
import type { ToolSources } from '@slyglass/runtime'
import { MAX_FILE_BYTES } from './shown-files.ts'
import { findSlyKeys } from './sly-keys.ts'

interface FindToolsOptions {
  readonly network: Network
  readonly sources: ToolSources
  readonly toolPathOnly: boolean
  readonly python: PythonSearch
}

/** Where each coded tool of a network lies, and what is missing here to run it. Files are looked at, never loaded. */
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
  const fault = findFault(source, className, python, shorten)
  return {
    entry: entry.name,
    className,
    tried: source.tried.map(shorten),
    shadowed: source.found ? source.shadowed.map(shorten) : [],
    slyKeys: source.found ? findSlyKeys(await readSource(source.file), className, source.language) : [],
    ...(source.found ? { language: source.language, file: shorten(source.file) } : {}),
    ...(fault === undefined ? {} : { diagnostic: toDiagnostic(entry, fault) }),
  }
}

interface Fault {
  readonly code: 'class-not-found' | 'both-languages' | 'python-missing'
  readonly severity: Diagnostic['severity']
  readonly message: string
}

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
      return fault('class-not-found', `The class "${className}" is not in ${files.join(', ')}. Looked for: ${tried}.`)
    case 'no-module':
      return fault('class-not-found', `"${className}" names no module. Write the class as module.${className}.`)
    case 'missing':
      return fault('class-not-found', `There is no file for the class "${className}". Looked for: ${tried}.`)
    case 'at-run-time':
      return findPythonFault(className, python)
  }
}

function findPythonFault(className: string, python: PythonSearch): Fault | undefined {
  if (python.found) return undefined
  return fault('python-missing', `"${className}" needs Python, and none was found on this machine. ${python.hint}`)
}

function fault(code: Fault['code'], message: string): Fault {
  return { code, severity: 'error', message }
}

function toDiagnostic(entry: Entry, { code, severity, message }: Fault): Diagnostic {
  return { code, severity, message, at: entry.classAt ?? entry.nameAt ?? entry.at, entry: entry.name, fixes: [] }
}

async function readSource(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.length > MAX_FILE_BYTES ? '' : text
}

function relativePath(root: string, path: string): string {
  const inside = relative(root, path)
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/')
}
