// What classes of neuro-san's contract find in their arguments besides what the model wrote.
import { inspect } from 'node:util'
import { freezeDeep } from '@slyglass/tools/define'
import type { CallMessage } from '../messages.ts'

type Report = (structure: unknown, content: unknown) => void

/** They stand there where the model or the network gave no others. */
export function reservedArguments({ origin }: CallMessage, report: Report): Readonly<Record<string, unknown>> {
  const { steps, text } = frozenOrigin(origin)
  return { origin: steps, origin_str: text, progress_reporter: new ProgressJournal(report) }
}

type Origin = CallMessage['origin']

const MOST_ORIGINS = 500
const origins = new Map<string, { readonly steps: Origin; readonly text: string }>()

/** Most calls come from the same few places, and to freeze each step anew takes longer than to look them up. */
function frozenOrigin(origin: Origin) {
  let key = ''
  for (const { tool, instantiation_index } of origin) key += `${tool}\n${instantiation_index}\n`
  let known = origins.get(key)
  if (known === undefined) {
    if (origins.size >= MOST_ORIGINS) origins.clear()
    known = { steps: freezeDeep(origin), text: origin.map(stepName).join('.') }
    origins.set(key, known)
  }
  return known
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
