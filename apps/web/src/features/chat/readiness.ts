import type { Entry, ReferenceKind } from '@slyglass/network'
import { isMocked } from '../../app/public/mocked.ts'
import type { StudioState } from '../../app/public/studio.ts'

/** Why no message can be sent now, and what to do about it. */
export interface Obstacle {
  readonly title: string
  readonly hint: string
}

type Facts = Pick<StudioState, 'project' | 'network' | 'networkName' | 'diagnostics' | 'preflight' | 'status'>

/** What stands between a message and its run, as far as the page can know; undefined when nothing does. */
export function findObstacle(facts: Facts): Obstacle | undefined {
  const { project, network, networkName, diagnostics } = facts
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
  const lack = findLack(facts)
  return lack?.keepsAll === true ? { title: `Python is missing, and ${lack.who} it.`, hint: lack.hint } : undefined
}

/** What of the network cannot work here while the rest can; undefined where nothing is missing. */
export function findNote(facts: Facts): Obstacle | undefined {
  const lack = findLack(facts)
  if (lack === undefined || lack.keepsAll) return undefined
  return { title: `Python is missing, and ${lack.who} it; the rest works.`, hint: lack.hint }
}

interface Lack {
  readonly who: string
  readonly hint: string
  /** Nothing could be called, or nobody could answer. */
  readonly keepsAll: boolean
}

function findLack({ network, preflight, status }: Facts): Lack | undefined {
  if (network === undefined || status === undefined || status.python.found) return undefined
  const python = new Set(preflight?.tools.flatMap(({ entry, language }) => (language === 'python' ? [entry] : [])))
  const wraps = ({ json }: Entry) => json.get('middleware') !== undefined
  const needing = network.entries.filter(
    (entry) => wraps(entry) || (python.has(entry.name) && !isMocked(network, entry)),
  )
  if (needing.length === 0) return undefined
  const tools = network.entries.filter(({ kind }) => kind === 'coded-tool' || kind === 'toolbox-tool')
  const able = tools.some((tool) => !needing.includes(tool)) || network.edges.some(({ target }) => isElsewhere(target))
  const [first, more] = [needing[0]?.name, needing.length > 1]
  return {
    who: more ? `${needing.map(({ name }) => name).join(', ')} need` : `${first} needs`,
    hint: status.python.hint ?? 'Install Python 3.10 or newer and start Slyglass again.',
    keepsAll: needing.some((entry) => entry.isFrontMan) || !able,
  }
}

const isElsewhere = (target: ReferenceKind) => target === 'network' || target === 'mcp'
