// Which lines of a project keep a tool from loading, by what its host said when it tried.
import type { BrokenLine } from '@slyglass/protocol'
import type { HostReply } from '@slyglass/runtime'
import { type LoadFailure, ownLines, readBundling, readLoadProblem } from './load-problem.ts'

/** None when the files load as they are saved, or when no line of the project is to blame. */
export function brokenLines(reply: HostReply | undefined, root: string): readonly BrokenLine[] {
  if (reply === undefined) return []
  if (reply.ok) return distinct((reply.warnings ?? []).flatMap(readHeld))
  return reply.failure.code === 'class-not-found' ? distinct(readFailure(reply.failure, root)) : []
}

function readFailure(failure: LoadFailure, root: string): readonly BrokenLine[] {
  const bundling = readBundling(failure.detail ?? '')
  if (bundling.length > 0) return bundling
  const [inner, ...outer] = ownLines(failure, root)
  if (inner === undefined) return []
  const { reason } = readLoadProblem(failure, root)
  const because = `${reason.replace(/\.$/, '')} (in ${inner.file}, line ${inner.line})`
  return [{ ...inner, reason }, ...outer.map((line) => ({ ...line, reason: because }))]
}

const HELD = /its last version that did is used\. (?<file>.+?):(?<line>\d+): (?<reason>.+)/s

/** An older version is in use, and the warning says why. */
function readHeld(warning: string): readonly BrokenLine[] {
  const bundling = readBundling(warning)
  if (bundling.length > 0) return bundling
  const { file, line, reason } = HELD.exec(warning)?.groups ?? {}
  return file === undefined || reason === undefined ? [] : [{ file, line: Number(line), reason }]
}

function distinct(lines: readonly BrokenLine[]): readonly BrokenLine[] {
  return [...new Map(lines.map((line) => [`${line.file}:${line.line}`, line])).values()]
}
