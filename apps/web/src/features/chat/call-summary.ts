// One line about a call's arguments, and how far its progress is.
import { JsonNumber, jsonAt, parseJson, printJson } from '@slyglass/base'
import type { TranscriptCall } from '@slyglass/run-log'
import { cutLine, summariseArgs } from '../../app/public/run-widgets.ts'

/** Arguments that a person put in place of the model's; undefined where nobody did. */
export function changedArgs({ approval }: Pick<TranscriptCall, 'approval'>): string | undefined {
  return approval?.answer?.decision === 'edited' ? approval.answer.args : undefined
}

/** What came back, in a line: the structured result where there is one, else the words that the model read. */
export function summariseResult(call: { readonly result?: string; readonly text?: string }): string {
  const parsed = call.result === undefined ? undefined : parseJson(call.result)
  if (!parsed?.ok) return cutLine(call.text ?? '')
  return typeof parsed.value === 'string' ? cutLine(parsed.value) : summariseArgs(printJson(parsed.value))
}

/** How much of the work is done, 0 to 1, when the report of a tool says so in one of the usual ways. */
export function progressShare(structure: string | undefined): number | undefined {
  const parsed = structure === undefined ? undefined : parseJson(structure)
  if (!parsed?.ok) return undefined
  const number = (...names: readonly string[]) =>
    names.map((name) => jsonAt(parsed.value, name)).find((value) => value instanceof JsonNumber)
  const percent = number('percent', 'percentage')?.toNumber()
  if (percent !== undefined) return clamp(percent / 100)
  const [done, total] = [number('current', 'done', 'step')?.toNumber(), number('total', 'of', 'steps')?.toNumber()]
  if (done !== undefined && total !== undefined && total > 0) return clamp(done / total)
  const share = number('progress', 'fraction')?.toNumber()
  return share === undefined ? undefined : clamp(share > 1 ? share / 100 : share)
}

const clamp = (share: number) => Math.min(1, Math.max(0, share))

/** The last lines of a tool's output, and how many came before them. */
export function tailOf(output: string, lines: number): { readonly text: string; readonly before: number } {
  const all = output.replace(/\n$/, '').split('\n')
  return { text: all.slice(-lines).join('\n'), before: Math.max(0, all.length - lines) }
}
