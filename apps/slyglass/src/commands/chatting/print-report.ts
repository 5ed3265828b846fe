// One answer for programs: a line of JSON with what was said and what it took.
import { type Json, JsonNumber, printJson } from '@slyglass/base'
import { type LogEvent, usageReducer } from '@slyglass/run-log'
import type { CommandIo } from '../command.ts'
import type { Heard } from './talk.ts'

/** Counts while a run goes on, and tells at its end. */
export interface ReportPrinter {
  onEvents(events: readonly LogEvent[]): void
  end(heard: Heard): void
}

export function createReportPrinter(io: Pick<CommandIo, 'out'>): ReportPrinter {
  let usage = usageReducer.initial
  const count = (value: number): Json => new JsonNumber(String(value))
  return {
    onEvents(events) {
      usage = usageReducer.reduce(usage, events)
    },
    end({ text, outcome, structure }) {
      const used = new Map<string, Json>([
        ['toolCalls', count(usage.toolCalls)],
        ['requests', count(usage.requests)],
        ['promptTokens', count(usage.promptTokens)],
        ['completionTokens', count(usage.completionTokens)],
      ])
      const told = new Map<string, Json>([
        ['output', text],
        ['outcome', outcome],
        ['usage', used],
        ...(structure === undefined ? [] : [['structure', structure] as const]),
      ])
      io.out(printJson(told))
    },
  }
}
