// What encloses a tool while it runs, what that does not stop, and which one an entry's tool will get on this machine.
import { type Entry, type Network, STUDIO_TOOLS, studioOf } from '@slyglass/network'
import type { StatusReply, ToolSourceReply } from '@slyglass/protocol'
import type { Isolation } from '@slyglass/run-log'

/** The words for one kind of enclosure. */
export interface EnclosureWords {
  readonly name: string
  readonly holds: string
  readonly leaves: string
}

export const ENCLOSURES: Readonly<Record<Isolation, EnclosureWords>> = {
  bwrap: {
    name: 'bubblewrap',
    holds: 'It sees the system and its project, and writes its project alone.',
    leaves: 'Not stopped: changes in the project, and sending what it has while the network is on.',
  },
  quickjs: {
    name: 'QuickJS',
    holds: 'An engine of its own without files, programs and network.',
    leaves: 'Not stopped: using the processor until its time is over.',
  },
  permission: {
    name: 'Node permissions',
    holds: 'Files outside of the project and other programs are refused.',
    leaves: 'Not stopped: the network, and faults of Node itself.',
  },
  host: {
    name: 'none',
    holds: 'A process of its own with limits of memory, output and time.',
    leaves: 'Not stopped: anything that you may do on this machine. For code that you trust.',
  },
  studio: {
    name: 'the studio',
    holds: 'A tool of the studio itself: its paths and addresses are checked.',
    leaves: 'It runs no code of others.',
  },
  memory: {
    name: 'memory',
    holds: 'Its files and commands are in the memory of the studio: a copy of the workspace and a few shell words.',
    leaves: 'Nothing of this machine is changed or started, and all of it is gone when the session ends.',
  },
}

/** What a tool will get. `asks` is what its network wants and this machine does not have. */
export interface ExpectedEnclosure {
  readonly level: Isolation
  readonly isOffline: boolean
  readonly asks?: string
}

interface Machine {
  readonly status: Pick<StatusReply, 'bubblewrap' | 'toolNetwork'>
  readonly source: Pick<ToolSourceReply, 'file'> | undefined
}

const PLAIN = { kind: undefined, sandbox: 'auto', network: 'on' } as const

/** Undefined for what is no tool. Tools that need nothing of Node may get QuickJS where there is no bubblewrap. */
export function expectedEnclosure(
  network: Network,
  entry: Entry,
  { status, source }: Machine,
): ExpectedEnclosure | undefined {
  if (entry.kind !== 'coded-tool' && entry.kind !== 'toolbox-tool') return undefined
  const { kind, sandbox, network: wanted } = studioOf(network, entry)?.environment ?? PLAIN
  const isOffline = status.toolNetwork === 'off' || wanted === 'off'
  const isOwn = source?.file === undefined && STUDIO_TOOLS.has(entry.toolbox ?? '')
  const isOfPlace = isOwn && /^(?:file_|bash)/.test(entry.toolbox ?? '')
  if (isOfPlace && kind === 'memory') return { level: 'memory', isOffline: true }
  if (kind === 'sandboxed' && sandbox === 'bwrap' && !status.bubblewrap && (isOfPlace || !isOwn))
    return { level: 'host', isOffline, asks: 'kind = sandboxed' }
  if (isOwn && entry.toolbox?.startsWith('bash') !== true) return { level: 'studio', isOffline }
  const isScript = /\.[cm]?[jt]sx?$/.test(source?.file ?? '')
  if (sandbox === 'quickjs' && isScript) return { level: 'quickjs', isOffline: true }
  if (status.bubblewrap) return { level: 'bwrap', isOffline }
  const level = isScript ? 'permission' : 'host'
  const isHeld = !isOffline && (sandbox === 'auto' || sandbox === level)
  return { level, isOffline, ...(!isHeld && { asks: isOffline ? 'network = off' : `sandbox = ${sandbox}` }) }
}
