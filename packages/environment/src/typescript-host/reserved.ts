// What classes of neuro-san's contract find in their arguments besides what the model wrote.
import { inspect } from 'node:util'
import { bareObject, freezeDeep } from '@slyglass/tools/define'
import type { CallMessage } from '../messages.ts'

type Report = (structure: unknown, content: unknown) => void

/** The arguments with `origin`, `origin_str` and `progress_reporter`, where the model or the network gave none. */
export function withReserved(args: Readonly<Record<string, unknown>>, message: CallMessage, report: Report): unknown {
  const all: Record<string, unknown> = Object.assign(bareObject(), args)
  all.origin ??= freezeDeep(message.origin)
  all.origin_str ??= message.origin.map(stepName).join('.')
  all.progress_reporter ??= new ProgressJournal(report)
  return Object.freeze(all)
}

/** One step of an origin in a word: `helper-02`. */
export function stepName(step: CallMessage['origin'][number]): string {
  const index = step.instantiation_index
  return index <= 1 ? step.tool : `${step.tool}-${String(index).padStart(2, '0')}`
}

/** What a class finds as `args.progress_reporter`. It prints as its name: tools log their arguments. */
class ProgressJournal {
  readonly #report: Report
  constructor(report: Report) {
    this.#report = report
  }
  async asyncReportProgress(structure: unknown, content: unknown = ''): Promise<void> {
    this.#report(structure, content)
  }
  [inspect.custom](): string {
    return '[ProgressJournal]'
  }
}

/** The environment is asked for like a tool; no entry can be called so. */
export const ENVIRONMENT = '$environment'
