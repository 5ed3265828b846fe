// The only place of this package where stored JSON becomes values. The rows were written by `commit` and `send`.
import type { RunEvent } from '@slyglass/run-log'
import type { RunCommand } from '@slyglass/runtime'

export function decodeStoredEvent(body: string): RunEvent {
  return JSON.parse(body) as RunEvent
}

export function decodeStoredCommand(body: string): RunCommand {
  return JSON.parse(body) as RunCommand
}
