// The public face of the runtime: starts runs, goes on with open ones, ends those of a dead server.
import type { RunId } from '@slyglass/base'
import type { Failure } from '@slyglass/run-log'
import { ActiveRuns, type Desk } from './active-runs.ts'
import { beginFar, beginRun, type StartOptions } from './begin-run.ts'
import { processMemory } from './calls/call-services.ts'
import { interruptRun } from './end-run.ts'
import type { FarRunRequest } from './far/far-ports.ts'
import { letGo } from './let-go.ts'
import type { RunRequest, RuntimePorts } from './ports.ts'
import { executeRun } from './resume-run.ts'
import { runPeer } from './run-peer.ts'

export interface Runtime {
  /** Resolves when `run.started` is committed; the run goes on by itself. */
  start(request: RunRequest, options?: StartOptions): Promise<void>
  /** The same for a network of another server, which does the work; what it tells is recorded. */
  startFar(request: FarRunRequest): Promise<void>
  /**
   * Goes on with an open run from its own log, or ends it as failed where that cannot be. Rejects with `Fenced` when another
   * owner takes it.
   */
  execute(run: RunId, signal: AbortSignal): Promise<void>
  /** Ends an open run whose server died: what it was doing is not known. */
  interrupt(run: RunId, failure?: Failure): Promise<void>
  /** Stops a run of this process before it does anything more; false when it is not running here. */
  stop(run: RunId): boolean
  /** Lets a run go that waits for a person, to be gone on with by the next server; false when it waits for none. */
  letGo(run: RunId): Promise<boolean>
  /** Resolves when a run of this process has ended; at once when it is not running here. */
  settled(run: RunId): Promise<void>
  activeRuns(): readonly RunId[]
}

export function createRuntime(outside: RuntimePorts): Runtime {
  const active = new ActiveRuns()
  const desk: Desk = {
    active,
    ports: {
      ...outside,
      chatOnly: new Set(),
      announced: new Set(),
      memory: processMemory(),
      runPeer: (...asked) => runPeer(desk, ...asked),
    },
  }
  return {
    start: (request, options = {}) => beginRun(desk, request, options),
    startFar: (request) => beginFar(desk, request),
    execute: (run, signal) => executeRun(desk, run, signal),
    interrupt: (run, failure) => interruptRun(desk.ports, run, failure),
    stop: (run) => active.stop(run),
    letGo: (run) => letGo(active, run),
    settled: (run) => active.settled(run),
    activeRuns: () => active.list(),
  }
}
