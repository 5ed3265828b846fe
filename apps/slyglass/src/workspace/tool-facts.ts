// What is known of a machine and a project when it is asked whether a shared tool can be called. Files are looked at; nothing is run.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findToolSource, type PythonSearch } from '@slyglass/environment'
import type { ToolSources } from '@slyglass/runtime'
import { OWN_CLASSES, type ToolFacts, type ToolNeed } from '@slyglass/tools'
import { type Environment, isModelKey, toolEnvironment, trustedDotEnv } from './project-env.ts'
import { toolSources } from './tool-paths.ts'
import type { Trust } from './trust.ts'

export interface FactsFor {
  readonly root: string
  readonly network: string
  readonly trust: Pick<Trust, 'isTrusted'>
  readonly shell: Environment
  readonly python: PythonSearch
}

/** Facts for a class: the studio's own tools get their keys from the shell too, tools of a project only from its `.env`. */
export async function toolFacts({
  root,
  network,
  trust,
  shell,
  python,
}: FactsFor): Promise<(className: string) => ToolFacts> {
  const dotEnv = await trustedDotEnv(trust, root)
  const given: Environment = (await trust.isTrusted(root)) ? toolEnvironment(root) : {}
  const sources = toolSources(root, network, { ...dotEnv, ...shell })
  const path = python.found ? [...sources.pythonPath, ...python.path] : []
  return (className) => {
    const variables = className.startsWith(OWN_CLASSES) ? { ...dotEnv, ...shell } : given
    const hasVariable = (name: string) => (variables[name] ?? '') !== ''
    return {
      isOwn: (name) => isOwn(sources, name),
      isWithheld: (name) => !className.startsWith(OWN_CLASSES) && isModelKey(name),
      has: (need) => hasNeed(need, { root, path, hasVariable, hasPython: python.found }),
    }
  }
}

interface Places {
  readonly root: string
  readonly path: readonly string[]
  readonly hasPython: boolean
  hasVariable(name: string): boolean
}

function hasNeed({ kind, name, module = name, or = [] }: ToolNeed, places: Places): boolean {
  if (kind === 'python') return places.hasPython
  if (kind === 'file') return existsSync(join(places.root, name))
  if (kind === 'variable') return [name, ...or].some(places.hasVariable)
  const stem = module.split('.').join('/')
  return places.path.some((folder) => isModule(join(folder, stem)))
}

/** A file, a folder, or a compiled module with the platform in its name. */
function isModule(stem: string): boolean {
  return existsSync(`${stem}.py`) || (existsSync(stem) && statSync(stem).isDirectory())
}

function isOwn(sources: ToolSources, className: string): boolean {
  return !className.startsWith(OWN_CLASSES) && findToolSource(sources, className).found
}
