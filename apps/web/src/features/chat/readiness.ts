import type { StudioState } from '../../app/public/studio.ts'

/** Why no message can be sent now, and what to do about it. */
export interface Obstacle {
  readonly title: string
  readonly hint: string
}

type Facts = Pick<StudioState, 'project' | 'network' | 'networkName' | 'diagnostics' | 'preflight' | 'status'>

/** What stands between a message and its run, as far as the page can know; undefined when nothing does. */
export function findObstacle(facts: Facts): Obstacle | undefined {
  const { project, network, networkName, diagnostics, preflight, status } = facts
  if (project === undefined || networkName === undefined)
    return { title: 'No network is open.', hint: 'Open one on the left.' }
  if (!project.trusted)
    return { title: 'This folder is not trusted.', hint: 'Nothing runs until you choose Trust this folder.' }
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    return {
      title: errors.length === 1 ? 'The network has an error.' : `The network has ${errors.length} errors.`,
      hint: `${errors[0]?.message ?? ''} (Problems, under Edit, shows where)`,
    }
  if (network !== undefined && network.frontMan === undefined)
    return { title: 'The network has no front man.', hint: 'Its first entry must be an agent.' }
  const python = preflight?.tools.filter(({ language }) => language === 'python') ?? []
  if (status !== undefined && !status.python.found && python.length > 0)
    return {
      title: `Python is missing, and ${python.map(({ entry }) => entry).join(', ')} needs it.`,
      hint: status.python.hint ?? 'Install Python 3.10 or newer and start Slyglass again.',
    }
  return undefined
}
