// From a message to a command: the network's own prefix is put before it, or one of the playground where the network has none.
import { client } from '../../../app/public/client.ts'
import { useStudio } from '../../../app/public/studio.ts'

/** What commands begin with where a network says nothing of them; it counts for this field alone. */
const LENT = ','

export interface Command {
  readonly text: string
  /** Sent along with the command, since the network does not know it. */
  readonly lent?: string
}

/** The message as a command; one that is a command already loses its prefix. Undefined where nothing can be called so. */
export async function enterCommand(read: () => string, lent: string | undefined): Promise<Command | undefined> {
  const { project, networkName } = useStudio.getState()
  if (project === undefined || networkName === undefined) return undefined
  const reply = await client.commands(project.id, networkName, LENT)
  if (!reply.ok || reply.value.prefix === undefined) return undefined
  // Somebody may have gone on writing meanwhile.
  return toggleCommand(read(), lent, { prefix: reply.value.prefix, isLent: reply.value.lent === true })
}

/** With the prefix where it is missing, without it where it counts. */
export function toggleCommand(
  draft: string,
  lent: string | undefined,
  { prefix, isLent }: { readonly prefix: string; readonly isLent: boolean },
): Command {
  const text = draft.trimStart()
  const has = text.startsWith(prefix)
  if (has && (!isLent || lent === prefix)) return { text: text.slice(prefix.length) }
  return { text: has ? text : prefix + text, ...(isLent && { lent: prefix }) }
}
