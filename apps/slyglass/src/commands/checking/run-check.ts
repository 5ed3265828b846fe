import { realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { err, ok, type Result } from '@slyglass/base'
import type { CommandIo } from '../command.ts'
import { type CommandFault, endWith, problem, wrongUse } from '../reading/fault.ts'
import { hoconFilesBelow } from '../reading/hocon-files.ts'
import { closedPath, isFile } from '../reading/paths.ts'
import { Places } from '../reading/places.ts'
import { kindOf } from '../reading/read-source.ts'
import { openDocument, openWorkspace, projectAt } from '../reading/workspace.ts'
import { quoted, typed } from '../typed-name.ts'
import { checkDocument, checkProject } from './check-project.ts'
import type { CheckWorkspace } from './check-workspace.ts'
import { type Finding, printFinding, showDiagnostic, sortFindings, unreadableFinding } from './finding.ts'
import { createToolLoader, type ToolLoader } from './load-tools.ts'
import { count, printReport } from './report.ts'

/** What was looked at, and what was found. */
interface Report {
  readonly findings: readonly Finding[]
  readonly documents: number
}

/** What is asked for beside the findings. */
export interface CheckOptions {
  readonly json?: boolean
  /** Hints on tools, too. */
  readonly tools?: boolean
  /** Load files of tools also where the folder is not trusted. */
  readonly load?: boolean
}

export async function runCheck(io: CommandIo, paths: readonly string[], options: CheckOptions): Promise<void> {
  const opened = await openWorkspace(io)
  const loader = createToolLoader(io, opened.files, options.load === true)
  const workspace = { ...opened, loader, hints: options.tools === true, typed: (words: string) => typed(io, words) }
  const reports: Report[] = []
  try {
    for (const path of paths) {
      const report = await checkPath(io, workspace, path)
      if (!report.ok) return endWith(io, report.error)
      reports.push(report.value)
    }
  } finally {
    await loader.close()
  }
  say(io, reports, loader, options.json === true)
}

function say(io: CommandIo, reports: readonly Report[], loader: ToolLoader, json: boolean): void {
  const findings = sortFindings(reports.flatMap((report) => report.findings))
  const documents = reports.reduce((sum, report) => sum + report.documents, 0)
  if (json) io.out(printReport(findings, documents, notLoaded(loader)))
  else {
    for (const finding of findings) io.out(printFinding(finding))
    io.err(summary(findings, documents))
    for (const root of loader.untrusted) io.err(notTried(io, root))
  }
  for (const fault of loader.faults) io.err(`Tools were not loaded. ${fault}`)
  io.exit(loader.faults.size > 0 || findings.some(({ severity }) => severity === 'error') ? 1 : 0)
}

function notLoaded({ untrusted }: ToolLoader): Readonly<Record<string, unknown>> {
  const folders = [...untrusted].map((folder) => ({ folder, reason: 'untrusted' }))
  return folders.length > 0 ? { notLoaded: folders } : {}
}

function notTried(io: CommandIo, root: string): string {
  const how = typed(io, root === io.cwd ? 'check --load' : `check ${quoted(root)} --load`)
  const what = `Whether the tools of ${relative(io.cwd, root) || '.'} load was not tried: the folder is not trusted.`
  return `${what} ${how} tries it; it runs what stands in their files, with your rights.`
}

async function checkPath(
  io: CommandIo,
  workspace: CheckWorkspace,
  path: string,
): Promise<Result<Report, CommandFault>> {
  const kind = await kindOf(io, path)
  if (!kind.ok) return kind
  if (kind.value !== 'folder') return checkFile(io, workspace, path)
  const root = await realpath(resolve(io.cwd, path))
  const closed = await closedPath(join(root, workspace.manifest))
  if (closed !== undefined) return err(problem(closed))
  if (await isFile(join(root, workspace.manifest))) {
    const project = projectAt(root)
    const { diagnostics, documents } = await checkProject(workspace, project)
    const places = new Places({ cwd: io.cwd, project, files: workspace.files })
    return ok({ findings: await Promise.all(diagnostics.map((one) => showDiagnostic(places, one))), documents })
  }
  return checkFolder(io, workspace, root)
}

async function checkFolder(
  io: CommandIo,
  workspace: CheckWorkspace,
  root: string,
): Promise<Result<Report, CommandFault>> {
  const files = await hoconFilesBelow(root)
  const shown = relative(io.cwd, root) || '.'
  if (files.length === 0) return err(wrongUse(`There is no .hocon file below ${shown}.`))
  const reports: Report[] = []
  for (const file of files) {
    const report = await checkFile(io, workspace, relative(io.cwd, file))
    if (!report.ok) return report
    reports.push(report.value)
  }
  return ok({ findings: reports.flatMap((report) => report.findings), documents: files.length })
}

async function checkFile(
  io: CommandIo,
  workspace: CheckWorkspace,
  path: string,
): Promise<Result<Report, CommandFault>> {
  const opened = await openDocument(io, workspace, path)
  if (!opened.ok) return opened.error.exit === 1 ? ok(unreadable(io, path, opened.error)) : opened
  const { project, files } = opened.value
  const diagnostics = await checkDocument(workspace, opened.value)
  const places = new Places({ cwd: io.cwd, project, files })
  return ok({ findings: await Promise.all(diagnostics.map((one) => showDiagnostic(places, one))), documents: 1 })
}

/** A file that cannot be read is a finding like any other. */
function unreadable(io: CommandIo, path: string, fault: CommandFault): Report {
  return { findings: [unreadableFinding(io, path, fault)], documents: 1 }
}

function summary(findings: readonly Finding[], documents: number): string {
  const parts = (['error', 'warning', 'hint'] as const).map((severity) => numbered(count(findings, severity), severity))
  return `${parts.join(', ')} in ${numbered(documents, 'file')}.`
}

function numbered(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
