// A short way to run one piece of code in tests, and everything that came of it.
import { type JsonText, runId, spanId } from '@slyglass/base'
import type { CodeCell, CodeCellInfo, CodeEnd, CodePort, HostUseReply } from '@slyglass/runtime'
import { projectSources, writeProject } from './call-tool.ts'

export type CellTools = Readonly<Record<string, (args: JsonText) => HostUseReply | Promise<HostUseReply>>>

export interface CellOptions extends Partial<Omit<CodeCell, 'tools' | 'onUse'>> {
  /** By identifier; each is asked for by that name with a dot for its first underscore. */
  readonly tools?: CellTools
}

export interface CellTrace {
  readonly end: CodeEnd
  readonly infos: readonly CodeCellInfo[]
  /** What was told while it ran. */
  readonly told: string
  readonly uses: readonly (readonly [tool: string, args: JsonText])[]
  readonly questions: readonly (readonly [question: string, request: JsonText])[]
}

let count = 0

export async function runCell(
  port: CodePort,
  language: CodeCell['language'],
  code: string,
  options: CellOptions = {},
): Promise<CellTrace> {
  const { tools = {}, onStart, onOutput, onModel, ...given } = options
  const infos: CodeCellInfo[] = []
  const uses: [string, JsonText][] = []
  const questions: [string, JsonText][] = []
  let told = ''
  count += 1
  const names = Object.keys(tools).map((identifier) => ({ identifier, name: identifier.replace('_', '.') }))
  const end = await port.run({
    ...{ run: runId('run_code'), span: spanId(`span_code_${count}`), language, code, tools: names },
    ...{ sources: given.sources ?? projectSources(writeProject({})) },
    ...{ memoryMb: 256, outputBytes: 1_000_000, mediaTools: true },
    // No code of a test runs for longer than this.
    signal: AbortSignal.timeout(20_000),
    ...given,
    async onStart(info) {
      infos.push(info)
      await onStart?.(info)
    },
    onOutput(text) {
      told += text
      onOutput?.(text)
    },
    async onUse(tool, args) {
      uses.push([tool, args])
      const found = names.find(({ name }) => name === tool)
      const work = found === undefined ? undefined : tools[found.identifier]
      return work?.(args) ?? { ok: false, kind: 'value', message: '[not_found] no such tool' }
    },
    async onModel(question, request) {
      questions.push([question, request])
      return (await onModel?.(question, request)) ?? { ok: false, kind: 'value', message: 'config: no model is set' }
    },
  })
  return { end, infos, told, uses, questions }
}

/** A tool that answers with a value. */
export const gives =
  (value: JsonText): CellTools[string] =>
  () => ({ ok: true, text: value, value })
