import { printJson } from '@slyglass/base'
import { jsonOf, originsOf } from '@slyglass/hocon'
import { fromHocon } from '@slyglass/network'
import { sayFindings, showDiagnostics, unreadableFinding } from '../checking/finding.ts'
import { printReport } from '../checking/report.ts'
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
  /** One object with the findings, and the value beside them. */
  readonly json?: boolean
}

/** Prints the value of a document, or of a path in it. What is wrong goes to the other stream; an error means no value. */
export async function printValue(io: CommandIo, file: string, path: string, options: ValueOptions): Promise<void> {
  const workspace = await openWorkspace(io)
  const opened = await openDocument(io, workspace, file, options.root)
  if (!opened.ok) {
    if (options.json !== true || opened.error.exit !== 1) return endWith(io, opened.error)
    io.out(printReport([unreadableFinding(io, file, opened.error)], 1))
    return io.exit(1)
  }
  const { project, files } = opened.value
  const { value, diagnostics } = await evaluateDocument(workspace, opened.value, options.profile)
  const places = new Places({ cwd: io.cwd, project, files })
  const findings = await showDiagnostics(places, diagnostics.map(fromHocon))
  const report = (more: Readonly<Record<string, unknown>>) => io.out(printReport(findings, 1, more))
  if (options.json !== true)
    sayFindings(
      io,
      findings.filter(({ severity }) => severity !== 'hint'),
    )
  if (findings.some(({ severity }) => severity === 'error')) {
    if (options.json === true) report({})
    return io.exit(1)
  }
  const found = path === '' ? { ok: true as const, value: { value, path: [] } } : findValue(value, path)
  if (!found.ok) return endWith(io, found.error)
  const json = jsonOf(found.value.value)
  if (options.origin !== true) {
    if (options.json === true) report({ value: json })
    else io.out(printJson(json, 'indented'))
    return io.exit(0)
  }
  const below = originsOf(value).filter((one) => found.value.path.every((part, index) => one.path[index] === part))
  const origins: string[] = []
  for (const origin of below) origins.push(...(await originLines(origin, places)))
  if (options.json === true) report({ value: json, origins })
  else for (const line of origins) io.out(line)
  io.exit(0)
}
