// Which classes of a network bring a description of their own. Sources are read as text: nothing of them runs.
import { readFile } from 'node:fs/promises'
import { findToolSource } from '@slyglass/environment'
import type { Network } from '@slyglass/network'
import type { ToolSources } from '@slyglass/runtime'
import type { Language } from './class-text.ts'
import { MAX_FILE_BYTES } from './shown-files.ts'

export async function describedClasses(sources: ToolSources, network: Network): Promise<readonly string[]> {
  const lacking = network.entries.flatMap(({ className, description }) =>
    className !== undefined && description === undefined ? [className] : [],
  )
  const found = await Promise.all(
    lacking.map(async (className) => {
      const source = findToolSource(sources, className)
      if (!source.found) return []
      return bringsDescription(await readSource(source.file), source.language) ? [className] : []
    }),
  )
  return found.flat()
}

// A definition, or the metadata of a module, that says what it does.
const DEFINES = /\b(?:defineTool|defineClassTool|defineModuleTool)\s*(?:<[^>(]*>)?\(|\bmetadata\b/

// A tool made of a function: its docstring, or a description that it is given.
const IMPORTS_TOOL = /^\s*(?:from|import)\s+(?:slyglass|bub)(?:\.[\w.]+)?\s+import\s[^#\n]*\btool/m
const SAYS = /\bdescription\s*=|:\s*\n\s+[rR]?["']/

export function bringsDescription(source: string, language: Language): boolean {
  if (language === 'python') return IMPORTS_TOOL.test(source) && SAYS.test(source)
  return language === 'typescript' && DEFINES.test(source) && /\bdescription\b\s*[:,]/.test(source)
}

/** A source as text; nothing of one that is too long or gone. */
export async function readSource(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.length > MAX_FILE_BYTES ? '' : text
}
