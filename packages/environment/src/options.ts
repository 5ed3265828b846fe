// What the composition root decides about tool hosts.

/** Files the hosts are started from; `scripts/build` puts them into `dist/hosts`. */
export interface HostAssets {
  /** Folder with `start.py`, `slyglass_host/` and `shim/`. */
  readonly python: string
  /** Bundled `typescript-host/host.ts`. */
  readonly typescriptHost: string
  /** Bundled `typescript-host/worker.ts`. */
  readonly typescriptWorker: string
  /** Folder with `slyglass.mjs` and `slyglass-testing.mjs`: what tools import as `slyglass` and `slyglass/testing`. */
  readonly modules: string
}

export interface HostTimes {
  /** From `cancel` to `interrupt`. */
  readonly cancelMs: number
  /** From `interrupt` to abandoning the call. */
  readonly interruptMs: number
  /** What an abandoned call's host gets to hand over the sly data. */
  readonly abandonMs: number
  /** What parked values get to close in. */
  readonly closeMs: number
  /** A child without runs ends after this. */
  readonly idleMs: number
  /** From the start of a process to its `ready`. */
  readonly startMs: number
}

export interface HostLimits {
  /** Address space of a Python child; old space of a Node child. */
  readonly memoryBytes: number
  /** Longest result line. */
  readonly resultBytes: number
  /** Longest output of one call on each stream. */
  readonly outputBytes: number
  /** Processes that a child and all that it started may be at once (Linux). */
  readonly processes: number
}

export interface ToolHostOptions {
  readonly assets: HostAssets
  /** Where bundles of TypeScript tools are kept. */
  readonly cacheFolder: string
  /** Variables of a trusted project that tools may see. Nothing else of the server's environment reaches them. */
  readonly projectEnv?: (projectRoot: string) => Readonly<Record<string, string>>
  /** Variables that the studio's own tools may ask for by name, such as the key of a search. */
  readonly studioEnv?: (projectRoot: string) => Readonly<Record<string, string | undefined>>
  /** Files and folders that tools must not see (under bubblewrap). */
  readonly hide?: readonly string[]
  /** `auto`: bubblewrap where it runs. `host`: plain child processes. */
  readonly isolation?: 'auto' | 'host'
  /** `off`: tools open no connections, whatever their network says; where that cannot be held they do not run. */
  readonly network?: 'on' | 'off'
  readonly times?: Partial<HostTimes>
  readonly limits?: Partial<HostLimits>
  /** The server's environment, for the interpreter search and PATH. Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /**
   * Takes out what is private to others, before output that names no call is told to the call that happens to run: a thread that an
   * earlier run left behind may have written it.
   */
  readonly cleanOutput?: (text: string) => string
  /** The interpreter that a person chose for a project, or in general. */
  readonly python?: (projectRoot: string) => string | undefined
  /** What tools say, in whole lines; the rows of their calls have it too. */
  readonly onToolOutput?: (output: {
    readonly network: string
    readonly language: string
    readonly tool: string
    readonly text: string
  }) => void
  /** Output past the streams of tools (raw writes, C libraries, programs) while no call runs, or calls of several runs: then it begins with their names. */
  readonly onHostOutput?: (output: {
    readonly network: string
    readonly language: string
    readonly text: string
  }) => void
}

export const DEFAULT_TIMES: HostTimes = {
  cancelMs: 2_000,
  interruptMs: 2_000,
  abandonMs: 250,
  closeMs: 2_000,
  idleMs: 60_000,
  startMs: 120_000,
}

export const DEFAULT_LIMITS: HostLimits = {
  memoryBytes: 2 * 1024 ** 3,
  resultBytes: 16 * 1024 ** 2,
  outputBytes: 256 * 1024,
  processes: 64,
}
