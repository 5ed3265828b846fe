// Into which project something is brought, and what it is called there.
import type { ProjectReply } from '@slyglass/protocol'
import { namedFile } from '../public/network-file.ts'
import type { Incoming } from './incoming.ts'

export interface Target {
  readonly kind: Incoming['kind']
  /** Undefined for a new project, which only a network can begin; of the others: when there is none. */
  readonly project: ProjectReply | undefined
  /** Of a tool: the network that gets it. */
  readonly network: string
  /** Of a tool, empty: its own name. */
  readonly name: string
}

/** The open project first, then own folders. Servers take nothing; copies of samples stay as they are shipped, unless one is open. */
export function importTargets(open: ProjectReply | undefined, known: readonly ProjectReply[]): readonly ProjectReply[] {
  const others = known.filter(({ id, sample, server }) => id !== open?.id && !sample && server === undefined)
  return open === undefined || open.server !== undefined ? others : [open, ...others]
}

/** What was chosen, and what goes without saying: the own project that is open, its first network, the name of the file. */
export function targetOf(incoming: Incoming, chosen: Partial<Target>, projects: readonly ProjectReply[]): Target {
  const { kind } = incoming
  const [first] = projects
  const usual = kind === 'network' && ('project' in chosen || first?.sample === true) ? undefined : first
  const project = chosen.project ?? usual
  const names = project?.networks.map(({ name }) => name) ?? []
  const network = names.find((name) => name === chosen.network) ?? names[0] ?? ''
  return { kind, project, network, name: chosen.name ?? (kind === 'network' ? incoming.name : '') }
}

/** Why nothing can go there. */
export function targetFault({ kind, project, network }: Target): string | undefined {
  if (kind === 'network') return undefined
  if (project === undefined) return 'There is no project that it could go into. Open its folder first.'
  return kind === 'tool' && network === '' ? `${project.name} has no network that could call a tool.` : undefined
}

/** Whether all is said that is needed. */
export const isComplete = (target: Target): boolean =>
  targetFault(target) === undefined &&
  (target.kind !== 'network' || namedFile(target.name, target.project).words !== undefined)

/** What becomes of the trust in the project; samples are the studio's own, and change nothing of it. */
export function trustWords({ kind, project }: Target): string {
  const inert = 'Texts are copied and nothing of them is run.'
  if (project === undefined) return kind === 'network' ? `${inert} The new project is not trusted.` : inert
  if (!project.trusted) return `${inert} ${project.name} is not trusted: nothing in it runs until it is.`
  return kind === 'sample' ? inert : `${inert} ${project.name} has to be trusted anew before anything in it runs.`
}
