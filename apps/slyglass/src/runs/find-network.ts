import { err, ok, type Result } from '@slyglass/base'
import type { Diagnostic } from '@slyglass/network'
import type { NetworkErrorsReply, StartRun } from '@slyglass/protocol'
import { type Refusal, refused } from '../refusal.ts'
import { faultText } from '../workspace/fault-text.ts'
import { missingNetwork } from '../workspace/missing-network.ts'
import type { ReadNetwork } from '../workspace/networks.ts'
import type { Project, Projects } from '../workspace/projects.ts'
import type { Trust } from '../workspace/trust.ts'
import type { FoundNetwork, RunParts } from './compose-run.ts'

/** What finding a network asks of. */
export interface FindParts {
  readonly projects: Projects
  readonly trust: Trust
  readonly networks: RunParts['networks']
}

/** A network that may run: its folder is trusted and its file has no errors. */
export async function findNetwork(
  parts: FindParts,
  body: Pick<StartRun, 'project' | 'network'>,
): Promise<Result<FoundNetwork, Refusal>> {
  const project = await parts.projects.find(body.project)
  if (project === undefined) return err(refused(404, 'project', 'There is no such project.', 'Open its folder again.'))
  if (!(await parts.trust.isTrusted(project.root))) return err(untrusted(project))
  const read = await parts.networks.read(project, body.network)
  if (read === undefined) return err(await missingNetwork(parts.networks, project, body.network))
  const errors = read.network.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  return errors.length > 0 ? err(broken(read, errors)) : ok({ project, ...read })
}

function untrusted(project: Project): Refusal {
  const message = `${project.root} is not trusted, so nothing in it may run.`
  return refused(403, 'untrusted', message, 'Trust the folder first: its tools run with your rights.')
}

function broken(read: ReadNetwork, diagnostics: readonly Diagnostic[]): Refusal {
  const [first] = diagnostics
  const why = first === undefined ? '' : faultText(read, first)
  const message = `${read.network.file} has errors, so it cannot run: ${why}`
  const more: Pick<NetworkErrorsReply, 'diagnostics'> = { diagnostics }
  return { ...refused(422, 'network-errors', message, 'Repair them in the editor.'), more }
}
