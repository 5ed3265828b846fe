// What somebody reads whose network is not there: it may have been renamed, deleted or taken out while its page was open.
import { type Refusal, refused } from '../refusal.ts'
import type { ProjectNetworks } from './networks.ts'
import { isUnread } from './project-networks.ts'
import type { Project } from './projects.ts'

/** Why a network that `read` does not find is not there, and what to do. */
export async function missingNetwork(
  networks: Pick<ProjectNetworks, 'manifest'>,
  project: Project,
  name: string,
): Promise<Refusal> {
  const { manifest, networks: entries, diagnostics } = await networks.manifest(project)
  const entry = entries.find((one) => one.name === name)
  const naming = manifest ?? 'registries/manifest.hocon'
  const unread = diagnostics.find(isUnread)
  if (entry === undefined && unread !== undefined) {
    const message = `${unread.at.doc} cannot be read to its end, so the network "${name}" is not known: ${unread.message}`
    return refused(404, 'network', message, 'Mend the manifest; its fault is marked in the editor.')
  }
  if (entry === undefined) {
    const hint = `It may have another name now. Open it by that, or put its file back and name it in ${naming}.`
    return refused(404, 'network', `There is no network "${name}" in the project.`, hint)
  }
  const message = `${entry.file}, the file of the network "${name}", cannot be read: it is gone, or is no text file of the project.`
  return refused(404, 'network', message, `Put the file back, or name the one that takes its place in ${naming}.`)
}
