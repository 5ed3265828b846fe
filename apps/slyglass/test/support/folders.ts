// Folders of tests, and the projects in them.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const SAMPLES = join(import.meta.dirname, '../../../../samples')

/** Paths below a folder, with their texts. */
export type Files = Readonly<Record<string, string>>

/** A folder that is real, so that paths compare. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'slyglass-studio-')))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Writes files, path to text, below a folder. */
export function putFiles(folder: string, files: Files): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** A project with one network, `desk`, and what the offline model says in it. */
export function deskFiles(network: string, rules: readonly object[], more: Files = {}): Files {
  return {
    'registries/manifest.hocon': '{ "desk.hocon" = true }',
    'registries/desk.hocon': network,
    'registries/desk.offline.json': JSON.stringify({ rules }),
    ...more,
  }
}

export interface ToolCall {
  readonly name: string
  readonly arguments: object
}

/** Rules of the offline model: these calls first, these words once they have ended. */
export function callsThenWords(calls: readonly ToolCall[], content: string, when: object = { agent: 'desk' }) {
  return [
    { ...when, tool_results: 0, answer: { tool_calls: calls } },
    { ...when, answer: { content } },
  ]
}
