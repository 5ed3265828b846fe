import { printJson } from '@slyglass/base'
import { jsonOf, originsOf } from '@slyglass/hocon'
import { sayFindings } from '../checking/finding.ts'
import type { CommandIo } from '../command.ts'
import { evaluateDocument } from '../reading/evaluate-document.ts'
import { endWith } from '../reading/fault.ts'
import { Places } from '../reading/places.ts'
import { openDocument, openWorkspace } from '../reading/workspace.ts'
import { findValue } from './find-value.ts'
import { originLines } from './origin-lines.ts'

/** What `slyglass value` was asked for. */
export interface ValueOptions {
  readonly profile: 'spec' | 'neuro-san'
  readonly root?: string
  readonly origin?: boolean
}

/** Prints the value of a document, or of a path in it. What is wrong goes to the other stream; an error means no value. */
export async function printValue(io: CommandIo, file: string, path: string, options: ValueOptions): Promise<void> {
  const workspace = await openWorkspace(io)
  const opened = await openDocument(io, workspace, file, options.root)
  if (!opened.ok) return endWith(io, opened.error)
  const { project, files } = opened.value
  const { value, diagnostics } = await evaluateDocument(workspace, opened.value, options.profile)
  const places = new Places({ cwd: io.cwd, project, files })
  const said = diagnostics.filter(({ severity }) => severity !== 'hint')
  await sayFindings(io, places, said)
  if (said.some(({ severity }) => severity === 'error')) return io.exit(1)
  const found = path === '' ? { ok: true as const, value: { value, path: [] } } : findValue(value, path)
  if (!found.ok) return endWith(io, found.error)
  if (options.origin !== true) io.out(printJson(jsonOf(found.value.value), 'indented'))
  else {
    const below = originsOf(value).filter((one) => found.value.path.every((part, index) => one.path[index] === part))
    for (const origin of below) for (const line of await originLines(origin, places)) io.out(line)
  }
  io.exit(0)
}
