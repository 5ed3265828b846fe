// Programs that a stopped call left behind. Ending the call does not end what it has started.
import { listPrograms, readProc, treeOf } from './sandbox/process-tree.ts'

/** /proc counts in hundredths of a second. A host is up for longer than this before its first call. */
const SLACK_SECONDS = 0.03

/** Kills all that descends from `host` and was started in the last `ms`. Linux only; elsewhere they end with the host. */
export function endPrograms(host: number, ms: number): void {
  if (process.platform !== 'linux') return
  const since = uptime() - ms / 1000 - SLACK_SECONDS
  for (const { pid, started } of treeOf(listPrograms(), host)) {
    if (pid === host || started < since) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}

function uptime(): number {
  return Number(readProc('/proc/uptime').split(' ')[0])
}
