// What the server says of the tools of the saved text, found for entries of the present text.
import type { Entry, Network } from '@slyglass/network'
import type { ToolSourceReply } from '@slyglass/protocol'
import type { StudioState } from './studio.ts'

/** The answer about an entry's class. A renamed entry still has the class that is known under its old name. */
export function toolSourceOf(entry: Entry, tools: readonly ToolSourceReply[]): ToolSourceReply | undefined {
  const same = tools.find((tool) => tool.entry === entry.name && tool.className === entry.className)
  return same ?? tools.find((tool) => tool.className === entry.className)
}

/** True while the present text still has the class that an answer is about, so that what it says holds. */
export const stillHolds = (tool: ToolSourceReply, network: Network | undefined): boolean =>
  network === undefined || network.entries.some((entry) => entry.className === tool.className)

/** Classes whose source brings a description, so that an entry without one is no error. */
export const describedClasses = ({ preflight }: Pick<StudioState, 'preflight'>): readonly string[] =>
  preflight?.tools.flatMap(({ described, className }) => (described === true ? [className] : [])) ?? []
